/** The page that lists the guides. */
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { t } from '../../../ui/text/t.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { buildGuideLink } from '../routing/page-route.ts'

export default function GuidesPage() {
  const guides = usePortalResource('GET /guides', {})
  return (
    <>
      <PageHeader title={t('Guides')} />
      <Loaded resource={guides}>
        {(value) => (
          <>
            <ul>
              {value.map(({ name, title }) => (
                <li key={name}>
                  <a className="result__link" href={buildGuideLink(name)}>
                    <span className="result__title">{title}</span>
                  </a>
                </li>
              ))}
            </ul>
            {value.length === 0 && <p>{t('There are no guides yet.')}</p>}
          </>
        )}
      </Loaded>
    </>
  )
}
