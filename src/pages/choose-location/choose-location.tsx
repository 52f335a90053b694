import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import { ChoosePlaceView } from '#features/places/choose-place-view.tsx'
import { answerPlaceAtom, placeRequestAtom, wasAsked } from '#data/place-request.ts'

/** Chooses a place. The form that requested it gets the address, and the user returns to it. */
export function ChooseLocationPage() {
  const navigate = useNavigate()
  const location = useLocation()
  const answer = useSetAtom(answerPlaceAtom)
  const request = useAtomValue(placeRequestAtom)
  const asked = wasAsked(location.state) ? request : null
  const use = (address: string): void => {
    answer(address)
    void navigate(-1)
  }
  return (
    <div className="px-4 pt-1">
      <ChoosePlaceView
        details={asked?.fields[asked.field] ?? ''}
        onUse={asked === null ? null : use}
      />
    </div>
  )
}
