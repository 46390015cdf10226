/** The page that lists the guides. */
import { Book } from '@carbon/react/icons'
import { EmptyState } from '../../../../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
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
            <ul className="guides">
              {value.map(({ name, title, summary, minutes }) => (
                <li key={name}>
                  <a className="guides__card" href={buildGuideLink(name)}>
                    <Book size={24} className="guides__icon" />
                    <span className="result__title">{title}</span>
                    <span className="quiet">{summary}</span>
                    <span className="result__kind">
                      {t('{count, plural, one {# minute} other {# minutes}} to read', { count: minutes })}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
            {value.length === 0 && (
              <EmptyState
                icon={Book}
                title={t('There are no guides yet.')}
                text={t('Markdown files in the folder guides of the catalog are shown here as soon as they are saved.')}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
