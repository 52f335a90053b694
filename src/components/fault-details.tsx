import { useAtomValue } from 'jotai'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#api/api-error.ts'
import { APP_VERSION } from '#lib/app-version.ts'
import { buildOfPage } from '#lib/build-of-page.ts'
import { noteError } from '#lib/client-reports.ts'
import { copyText } from '#lib/copy-text.ts'
import { ChunkFailure } from '#lib/retry-load.ts'
import { streamsAtom } from '#streams'
import { Button } from '#ui/button.tsx'

/** The code of an error, as in docs/ERRORS.md if the server gave one. */
const codeOf = (error: ApiError): string => (error.kind === 'rejected' ? error.code : error.kind)

/** Whether the app or the server failed. Customer service can look such an error up. */
function isFault(error: ApiError): boolean {
  if (error.kind === 'rejected') return error.status >= 500
  return error.kind === 'contract' || error.kind === 'program' || error.kind === 'unsent'
}

interface Fault {
  /** The code of the error. */
  code: string
  requestId?: string | undefined
}

/** Null if neither the app nor the server failed: there is nothing to look up. */
function faultOf(error: ApiError | null): Fault | null {
  if (error === null || !isFault(error)) return null
  return { code: codeOf(error), requestId: 'requestId' in error ? error.requestId : undefined }
}

/** One of the two is given. */
export interface FaultProps {
  /** The error of a call. */
  error?: ApiError | null
  /** The exception because of which a page is not shown. */
  broken?: unknown
}

/** The id of a failed request, and a button that copies it with the time, the code and the build. */
export function FaultDetails({ error = null, broken }: FaultProps) {
  const isBroken = broken !== undefined
  useEffect(() => {
    if (isBroken) noteError('render', broken)
  }, [isBroken, broken])
  const code = broken instanceof ChunkFailure ? 'chunk_failed' : 'page_broken'
  const fault = isBroken ? { code } : faultOf(error)
  return fault && <CopiedFault {...fault} />
}

/** What is copied. It is the same in every language, for customer service, and says nothing of the user. */
const detailsOf = (at: number, { code, requestId }: Fault): string =>
  [
    `time: ${new Date(at).toISOString()}`,
    `error: ${code}`,
    ...(requestId === undefined ? [] : [`request: ${requestId}`]),
    `build: ${APP_VERSION.version} ${buildOfPage() ?? ''}`.trim(),
  ].join('\n')

function CopiedFault(fault: Fault) {
  const { t } = useTranslation('offline')
  const streams = useAtomValue(streamsAtom)
  const [details] = useState(() => detailsOf(streams?.serverNow() ?? Date.now(), fault))
  const [copied, put] = useState<boolean | null>(null)
  const { requestId } = fault
  const label = copied === true ? t('details.copied') : t('details.copy')
  return (
    <div className="flex max-w-full flex-col items-center gap-1 text-xs text-ink-2">
      <div className="flex flex-wrap items-center justify-center gap-x-3">
        {requestId !== undefined && (
          <span>
            {t('details.request')} <span className="figures select-all">{requestId}</span>
          </span>
        )}
        <Button
          variant="quiet"
          size="sm"
          onClick={() => void copyText(details).then((isCopied) => put(isCopied))}
        >
          <Copy aria-hidden size={14} className="shrink-0" />
          <span aria-live="polite">{label}</span>
        </Button>
      </div>
      {copied === false && (
        <div role="status">
          <p>{t('details.copyFailed')}</p>
          <p className="text-start break-words whitespace-pre-wrap select-all">{details}</p>
        </div>
      )}
    </div>
  )
}
