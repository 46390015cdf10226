/** The page with the documents of the gateway, for owners who may change them. */
import { Button, Search } from '@carbon/react'
import { Add, Undo, Upload } from '@carbon/react/icons'
import { useState } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { DialogButton } from '../../../ui/feedback/use-dialog.tsx'
import { ChoiceSelect, type Choices } from '../../../ui/forms/choices.tsx'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { t } from '../../../ui/text/t.ts'
import { tElements } from '../../../ui/text/t-elements.tsx'
import type { ConfigurationList } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { buildDocumentLink, buildTryLink } from '../routing/page-route.ts'
import { CreateDialog } from './create/create-dialog.tsx'
import { ImportDialog } from './create/import-dialog.tsx'
import { documentKinds, findKindTitle } from './schema/member-titles.ts'

/** The number of documents that the table shows at first, so that thousands of applications do not slow the page down. */
const pageSize = 100

const kindChoices: Choices = [['', t('All kinds')], ...documentKinds]

export default function ConfigurationPage() {
  const resource = usePortalResource('GET /configuration', {})
  const { value } = resource

  return (
    <>
      <PageHeader title={t('Configuration')}>
        {value && (
          <span className="document__tools">
            <DialogButton
              size="sm"
              renderIcon={Add}
              dialog={(close) => <CreateDialog list={value} close={close} done={openDocument} />}
            >
              {t('Create a document')}
            </DialogButton>
            <DialogButton
              size="sm"
              kind="tertiary"
              renderIcon={Upload}
              dialog={(close) => <ImportDialog list={value} close={close} done={openPublished} />}
            >
              {t('Publish an API')}
            </DialogButton>
          </span>
        )}
        {value?.undo && <UndoButton file={value.undo.file} undone={resource.reload} />}
      </PageHeader>
      <p className="prose">
        {tElements(
          'The gateway is configured by documents. A change is checked with all documents before it is saved, and is in use as soon as it is saved. Create applications and their secrets under {applications}, and decide requests for plans under {approvals}.',
          {
            applications: <a href="#/applications">{t('Applications')}</a>,
            approvals: <a href="#/approvals">{t('Approvals')}</a>,
          },
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

function UndoButton({ file, undone }: { file: string; undone(): void }) {
  const { busy, run } = useAction({ notifiesErrors: true })

  async function undo() {
    await run(() => requestResource('POST /configuration/undo', {}, {}), t('Change undone'), file, t('Undo'))
    undone()
  }

  return (
    <ActionButton kind="ghost" size="sm" renderIcon={Undo} busy={busy} onClick={() => void undo()}>
      {t('Undo the change of {file}', { file })}
    </ActionButton>
  )
}

function DocumentTable({ documents }: Pick<ConfigurationList, 'documents'>) {
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState('')
  const [shown, setShown] = useState(pageSize)
  const found = filter(documents, search, kind)
  const filters = (
    <div className="document__filters">
      <Search
        closeButtonLabelText={t('Clear search input')}
        labelText={t('Search documents')}
        placeholder={t('Search by title, kind or path')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ChoiceSelect id="kind" labelText={t('Kind')} hideLabel value={kind} choices={kindChoices} change={setKind} />
    </div>
  )
  return (
    <DataTable
      label={t('Documents')}
      head={filters}
      rows={found.slice(0, shown)}
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
        [t('Kind'), (document) => findKindTitle(document.kind)],
        [t('Document'), ({ file }) => <code>{file}</code>],
      ]}
      empty={t('No document has this text in its title, kind or path.')}
    >
      {found.length > shown && (
        <Button kind="ghost" onClick={() => setShown(shown + pageSize)}>
          {t('Show more: {count} are not shown', { count: found.length - shown })}
        </Button>
      )}
    </DataTable>
  )
}

/** Returns the documents of a kind that contain the text in their title, kind or path. */
function filter(
  documents: ConfigurationList['documents'],
  search: string,
  wanted: string,
): ConfigurationList['documents'] {
  const text = search.trim().toLowerCase()
  return documents.filter(
    ({ file, kind, title }) =>
      (wanted === '' || kind === wanted) && `${file} ${findKindTitle(kind)} ${title}`.toLowerCase().includes(text),
  )
}
