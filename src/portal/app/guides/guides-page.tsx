/** The page that lists the guides. */

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { buildGuideLink } from '../routing/page-route.ts'

export default function GuidesPage() {
  const { value, problem, reload } = useResource('guides', (signal) => requestResource('GET /guides', {}, { signal }))
  return (
    <>
      <PageHeader title={t('Guides')} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      <ul>
        {value?.map(({ name, title }) => (
          <li key={name}>
            <a className="result__link" href={buildGuideLink(name)}>
              <span className="result__title">{title}</span>
            </a>
          </li>
        ))}
      </ul>
      {value?.length === 0 && <p>{t('There are no guides yet.')}</p>}
    </>
  )
}
