import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { Loaded } from '#components/loaded.tsx'
import { type Brand, type BrandChange, type BrandInForce } from '#contract/brand.ts'
import { deskBrand, setBrand } from '#contract/endpoints/brand.ts'
import { useFetched } from '#data/use-fetched.ts'
import { brandForm, fieldsOfBrand } from '#desk/brand-form.ts'
import { BrandFieldset } from '#desk/brand-fieldset.tsx'
import { refusalOf } from '#forms/form.ts'
import { useForm } from '#forms/use-form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { useFormat } from '#i18n/use-format.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'

/** Name, colours, office and links of the app, and who changed them. */
export function BrandView({ revision }: { revision: number }) {
  const { t } = useTranslation('desk')
  return (
    <section aria-label={t('tabs.brand')} className="flex max-w-3xl flex-col gap-3">
      <p className="text-sm text-ink-2">{t('brand.lead')}</p>
      <Content revision={revision} />
    </section>
  )
}

/** A change at the desk loads it again. What is being typed stays, unless another operator has changed the brand. */
function Content({ revision }: { revision: number }) {
  const { fetched, reload } = useFetched(() => call(deskBrand, {}))
  const loaded = useRef(revision)
  useEffect(() => {
    if (loaded.current === revision) return
    loaded.current = revision
    reload()
  }, [revision, reload])
  return (
    <Loaded data={fetched} onRetry={reload}>
      {({ current, changes }) => (
        <>
          <Form key={current.revision} current={current} onChanged={reload} />
          <Changes changes={changes} />
        </>
      )}
    </Loaded>
  )
}

function Form({ current, onChanged }: { current: BrandInForce; onChanged: () => void }) {
  const { t } = useTranslation('desk')
  const show = useSetAtom(showToastAtom)
  const [asking, ask] = useState<Brand | null>(null)
  const { submission, run } = useSubmission()
  const change = async (brand: Brand): Promise<void> => {
    const body = { replaces: current.revision, brand }
    await run(
      () => call(setBrand, { body }),
      () => {
        show({ tone: 'good', text: t('brand.changed') })
        onChanged()
      },
    )
  }
  // A valid form opens the question; its answer changes the brand.
  const handle = useForm({
    schema: brandForm,
    initial: fieldsOfBrand(current.brand),
    send: async (brand) => {
      ask(brand)
      return { ok: true, value: null }
    },
    onAccepted: () => {},
  })
  return (
    <FormFrame
      handle={{ ...handle, form: { submission }, summary: { refusal: refusalOf(submission) } }}
      submitLabel={t('brand.change')}
      className="max-w-xl gap-3 rounded-card border border-line bg-surface p-4"
    >
      <BrandFieldset handle={handle} />
      {asking !== null && (
        <ConfirmDialog
          open
          onClose={() => ask(null)}
          title={t('brand.change')}
          text={t('brand.sure')}
          confirmLabel={t('brand.change')}
          onConfirm={() => {
            ask(null)
            void change(asking)
          }}
        />
      )}
    </FormFrame>
  )
}

function Changes({ changes }: { changes: readonly BrandChange[] }) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  if (changes.length === 0) return null
  return (
    <>
      <h2 className="pt-3 font-semibold">{t('brand.changes')}</h2>
      <ol className="flex flex-col divide-y divide-line">
        {changes.map(({ revision, brand, setBy, setAt }) => (
          <li key={revision} className="flex flex-wrap justify-between gap-x-3 py-2 text-sm">
            <span className="wrap-anywhere">
              {[brand.name, brand.colours?.light, brand.colours?.dark].filter(Boolean).join(' · ')}
            </span>
            <span className="text-xs text-ink-2">
              {`${format.dateTime(setAt)} · ${t('by', { name: setBy })}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
