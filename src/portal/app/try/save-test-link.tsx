/** Downloads a test that makes the same call, for a file beside the documents. */
import { Download } from '@carbon/react/icons'
import { t } from '../../../ui/text/t.ts'
import { buildResourceUrl } from '../api/client.ts'

export function SaveTestLink({ requestId }: { requestId: string }) {
  return (
    <p className="downloads">
      <a
        className="cds--link"
        download
        href={buildResourceUrl(`explanations/${encodeURIComponent(requestId)}/test.yaml`)}
      >
        <Download /> {t('Save as test')}
      </a>
    </p>
  )
}
