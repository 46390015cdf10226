/** The page with the documents of the gateway, for owners who may change them. */
import { Tag } from '@carbon/react'
import { Add, Undo, Upload } from '@carbon/react/icons'
import { type ReactNode, useMemo, useState } from 'react'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { RunButton } from '../../../../../shared/ui/feedback/run-button.tsx'
import { DialogButton } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { ChoiceSelect, type Choices } from '../../../../../shared/ui/forms/choices.tsx'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { DataTable } from '../../../../../shared/ui/table/data-table.tsx'
import { RelativeTime } from '../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { tElements } from '../../../../../shared/ui/text/t-elements.tsx'
import type { ConfigurationList } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { buildDocumentLink, buildTryLink } from '../routing/page-route.ts'
import { CreateDialog } from './create/create-dialog.tsx'
import { ImportDialog } from './create/import-dialog.tsx'
import { calmStates, documentKinds, findKindTitle } from './schema/kind-titles.ts'

/** Returns the kinds that exist, with the number of their documents. */
function listKinds(documents: Documents): Choices {
  const counts = Map.groupBy(documents, ({ kind }) => kind)
  const found = documentKinds.flatMap(([kind, title]) => {
    const count = counts.get(kind)?.length ?? 0
    return count === 0 ? [] : [[kind, `${title} (${count})`] as const]
  })
  return [['', t('All kinds ({count})', { count: documents.length })], ...found]
}

export default function ConfigurationPage() {
  const resource = usePortalResource('GET /configuration', {})
  const { value } = resource

  return (
    <>
      <PageHeader title={t('Configuration')}>
        {value && (
          <span className="page__tools">
            {value.undo && (
              <RunButton
                kind="ghost"
                size="sm"
                renderIcon={Undo}
                run={() => requestResource('POST /configuration/undo', {}, {})}
                done={t('Change undone')}
                about={value.undo.file}
                verb={t('Undo')}
                ended={resource.reload}
              >
                {t('Undo the change of {file}', { file: value.undo.file })}
              </RunButton>
            )}
            <DialogButton
              size="sm"
              renderIcon={Upload}
              dialog={(close) => <ImportDialog list={value} close={close} done={openPublished} />}
            >
              {t('Publish an API')}
            </DialogButton>
            <DialogButton
              size="sm"
              kind="tertiary"
              renderIcon={Add}
              dialog={(close) => <CreateDialog list={value} close={close} done={openDocument} />}
            >
              {t('Create a document')}
            </DialogButton>
          </span>
        )}
      </PageHeader>
      <p className="prose">
        {tElements(
          'A change is checked with all documents, and is in use as soon as it is saved. {revisions} has every change, and the way back.',
          { revisions: <a href="#/revisions">{t('Revisions')}</a> },
        )}{' '}
        {value?.isWritable === false &&
          t(
            'The gateway cannot write documents here: download each change as a patch, and apply it where they are kept.',
          )}
      </p>
      <Loaded resource={resource}>{({ documents }) => <DocumentTable documents={documents} />}</Loaded>
    </>
  )
}

const openDocument = (file: string) => navigate(buildDocumentLink(file))
/** Leads to the first call of a published API, and otherwise to its document. */
const openPublished = (file: string, published: string | undefined) =>
  navigate(published === undefined ? buildDocumentLink(file) : buildTryLink(published))

type Documents = ConfigurationList['documents']

function DocumentTable({ documents }: { documents: Documents }) {
  const [kind, setKind] = useState('')
  const kinds = useMemo(() => listKinds(documents), [documents])
  return (
    <DataTable
      label={t('Documents')}
      search={[t('Search documents'), t('Search by title, kind or path')]}
      tools={<ChoiceSelect id="kind" labelText={t('Kind')} hideLabel value={kind} choices={kinds} change={setKind} />}
      rows={kind === '' ? documents : documents.filter((each) => each.kind === kind)}
      keyOf={({ file }) => file}
      columns={[
        [
          t('Title'),
          ({ file, title }) => (
            <a className="list__name" href={buildDocumentLink(file)}>
              {title || file}
            </a>
          ),
        ],
        [
          t('Kind'),
          ({ kind, state }) => (
            <span className="document__kind">
              <Tag type="blue">{findKindTitle(kind)}</Tag>
              {state !== undefined && <Tag type={calmStates.has(state) ? 'green' : 'magenta'}>{state}</Tag>}
            </span>
          ),
        ],
        [t('Used by'), ({ usedBy = 0 }) => describeUse(usedBy)],
        [t('Changed'), ({ changedAt }) => changedAt !== undefined && <RelativeTime at={changedAt} />],
        [t('File'), ({ file }) => <code className="list__nowrap">{file}</code>],
      ]}
    />
  )
}

function describeUse(count: number): ReactNode {
  if (count > 0) return t('{count, plural, one {# document} other {# documents}}', { count })
  return <span className="quiet">{t('none')}</span>
}
