/** The page with the revisions of the documents that the gateway has used, the newest first. */
import { Tag } from '@carbon/react'
import { RecentlyViewed } from '@carbon/react/icons'
import { Loaded } from '../../../../../../shared/ui/feedback/loaded.tsx'
import { FormPanel } from '../../../../../../shared/ui/forms/form-panel.tsx'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { navigate } from '../../../../../../shared/ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../../../../shared/ui/shell/page-header.tsx'
import { DataTable } from '../../../../../../shared/ui/table/data-table.tsx'
import { RelativeTime } from '../../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { shortenRevision } from '../../../../../lib/text/shorten-revision.ts'
import type { RevisionView } from '../../../rest/index.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import { buildRevisionLink } from '../../routing/page-route.ts'

export default function RevisionsPage() {
  const resource = usePortalResource('GET /configuration/revisions', {})
  return (
    <>
      <PageHeader title={t('Revisions')} trail={[[t('Configuration'), '#/configuration']]} />
      <p className="prose">
        {t(
          'Each state of the documents that the gateway has used: who changed what, and the way back. The latest 200 are kept in its data folder, with references in place of secrets.',
        )}
      </p>
      <Loaded resource={resource}>
        {(revisions) => (
          <>
            {revisions.length > 0 && <TimeForm />}
            <RevisionTable revisions={revisions} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** Leads to the revision that was in use at a time. */
function TimeForm() {
  const form = useForm('time', { at: '' }, () => [
    { name: 'at', label: t('What was in use at a time?'), kind: 'time', required: t('Enter a time.') },
  ])
  const show = async () => navigate(buildRevisionLink(new Date(form.draft.at).toISOString()))
  return <FormPanel className="form form--line" form={form} action={t('Show')} kind="tertiary" size="md" run={show} />
}

function RevisionTable({ revisions }: { revisions: readonly RevisionView[] }) {
  return (
    <DataTable
      label={t('Revisions')}
      rows={revisions}
      keyOf={({ at, revision }) => `${at} ${revision}`}
      columns={[
        [t('Since'), ({ at }) => <RelativeTime at={at} />],
        [
          t('Revision'),
          (each) => (
            <span className="revision__name">
              <a className="list__name" href={buildRevisionLink(each.revision)}>
                <code>{shortenRevision(each.revision)}</code>
              </a>
              {each === revisions[0] && <Tag type="green">{t('in use')}</Tag>}
            </span>
          ),
        ],
        [t('Changed by'), describeAuthor],
        [t('What changed'), ({ changes }) => describeChanges(changes)],
      ]}
      empty={{
        icon: RecentlyViewed,
        title: t('No revision is kept yet'),
        text: t('The gateway keeps the documents as soon as it uses them, and again after each change.'),
      }}
    />
  )
}

/** Returns the user of the portal who made the change, or the author in git. */
export function describeAuthor({ by, author }: Pick<RevisionView, 'by' | 'author'>): string {
  if (by !== undefined) return t('{name}, at the portal', { name: by })
  return author ?? t('a change of files')
}

function describeChanges([first, ...others]: readonly string[]): string {
  if (first === undefined) return t('Nothing that callers notice')
  return others.length === 0 ? first : t('{first} and {count} more', { first, count: others.length })
}
