import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addListAtom,
  allListsAtom,
  canAddListAtom,
  type EditedList,
  listSheetAtom,
  movedTo,
  type NameIssue,
  nameIssue,
  putInListAtom,
  removeListAtom,
  renameListAtom,
} from '#features/market/favourite-lists.ts'
import {
  FIRST_LIST,
  MAX_FAVOURITES,
  MAX_LIST_NAME,
  MAX_LISTS,
  putSymbolsAtom,
  shownListAtom,
} from '#features/market/favourites.ts'
import { ReorderList } from '#features/market/reorder-list.tsx'
import { useProductName } from '#i18n/product-name.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'

/** The lists of one product, or the editor of the shown list. */
export function ListSheet() {
  const { t } = useTranslation(['favourites', 'common'])
  const [page, setPage] = useAtom(listSheetAtom)
  const [last, setLast] = useState<{ symbol: string | null }>({ symbol: null })
  const nameOf = useProductName()
  // The sheet keeps its content while it closes.
  if (page !== null && page !== last) setLast(page)
  const { symbol } = page ?? last
  return (
    <Sheet
      roomy
      open={page !== null}
      onClose={() => setPage(null)}
      title={
        symbol === null
          ? t('favourites:editTitle')
          : t('favourites:chooseTitle', { name: nameOf(symbol) })
      }
    >
      {symbol === null ? <Editor /> : <Choice symbol={symbol} />}
    </Sheet>
  )
}

/** In which lists one product is. */
function Choice({ symbol }: { symbol: string }) {
  const { t } = useTranslation('favourites')
  const lists = useAtomValue(allListsAtom)
  const put = useSetAtom(putInListAtom)
  const [full, setFull] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <div className="-mx-4 divide-y divide-line/60">
        {lists.map(({ id, name, symbols }) => (
          <Switch
            key={id}
            label={name ?? t('first')}
            hint={t('size', { count: symbols.length })}
            checked={symbols.includes(symbol)}
            onChecked={(isIn) => setFull(!put({ id, symbol, isIn }))}
          />
        ))}
      </div>
      {full && <p role="alert">{t('fullList', { most: MAX_FAVOURITES })}</p>}
      <NewList />
    </div>
  )
}

/** The shown list: its order, its name, and how to delete it. */
function Editor() {
  const { t } = useTranslation('favourites')
  const shown = useAtomValue(shownListAtom)?.id ?? FIRST_LIST
  const list = useAtomValue(allListsAtom).find(({ id }) => id === shown)
  const put = useSetAtom(putSymbolsAtom)
  const nameOf = useProductName()
  if (list === undefined) return null
  const { id, name, symbols } = list
  return (
    <div className="flex flex-col gap-5">
      <section className="flex flex-col gap-1">
        <h3 className="font-semibold">{name ?? t('first')}</h3>
        {symbols.length === 0 ? (
          <p className="text-sm text-ink-2">{t('empty')}</p>
        ) : (
          <>
            <p className="text-xs text-ink-2">{t('orderHint')}</p>
            <ReorderList
              label={name ?? t('first')}
              rows={symbols.map((symbol) => ({ id: symbol, label: nameOf(symbol), hint: symbol }))}
              onMove={(from, to) => put(id, movedTo(symbols, from, to))}
              onRemove={(symbol) =>
                put(
                  id,
                  symbols.filter((one) => one !== symbol),
                )
              }
            />
          </>
        )}
      </section>
      {name !== null && <Named key={id} id={id} name={name} />}
      <NewList />
    </div>
  )
}

function useIssueText(): (issue: NameIssue) => string {
  const { t } = useTranslation('favourites')
  return (issue) => t(`issue.${issue}`, { most: MAX_LIST_NAME })
}

interface NameFormProps {
  label: string
  action: string
  initial: string
  lists: readonly EditedList[]
  id: number | null
  onName: (name: string) => void
}

function NameForm({ label, action, initial, lists, id, onName }: NameFormProps) {
  const issueText = useIssueText()
  const [name, setName] = useState(initial)
  const [tried, setTried] = useState(false)
  const issue = nameIssue(name, lists, id)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(issue !== null)
    if (issue !== null) return
    onName(name)
    if (id === null) setName('')
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <TextField
        label={label}
        value={name}
        onValue={setName}
        autoComplete="off"
        maxLength={MAX_LIST_NAME}
        error={tried && issue !== null ? issueText(issue) : undefined}
      />
      <Button type="submit" variant="secondary" block disabled={name.trim() === initial}>
        {action}
      </Button>
    </form>
  )
}

function NewList() {
  const { t } = useTranslation('favourites')
  const lists = useAtomValue(allListsAtom)
  const canAdd = useAtomValue(canAddListAtom)
  const add = useSetAtom(addListAtom)
  if (!canAdd) return <p className="text-sm text-ink-2">{t('fullLists', { most: MAX_LISTS })}</p>
  return (
    <NameForm
      label={t('newName')}
      action={t('new')}
      initial=""
      lists={lists}
      id={null}
      onName={add}
    />
  )
}

/** What only a list with a name of its own has. */
function Named({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation(['favourites', 'common'])
  const lists = useAtomValue(allListsAtom)
  const rename = useSetAtom(renameListAtom)
  const remove = useSetAtom(removeListAtom)
  const [asking, ask] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <NameForm
        label={t('favourites:name')}
        action={t('favourites:rename')}
        initial={name}
        lists={lists}
        id={id}
        onName={(next) => rename(id, next)}
      />
      <Button variant="danger" block onClick={() => ask(true)}>
        {t('favourites:delete.action')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => ask(false)}
        danger
        title={t('favourites:delete.title', { name })}
        text={t('favourites:delete.text')}
        confirmLabel={t('favourites:delete.action')}
        onConfirm={() => {
          ask(false)
          remove(id)
        }}
      />
    </div>
  )
}
