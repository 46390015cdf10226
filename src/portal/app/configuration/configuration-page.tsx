/** The page with the documents of the gateway, for owners who may change them. */

import {
  Button,
  Search,
  Select,
  SelectItem,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableRow,
} from '@carbon/react'
import { Add, Undo, Upload } from '@carbon/react/icons'
import { useState } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { t } from '../../../ui/text/t.ts'
import { tElements } from '../../../ui/text/t-elements.tsx'
import type { ConfigurationList } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { buildDocumentLink } from '../routing/page-route.ts'
import { CreateDialog } from './create/create-dialog.tsx'
import { ImportDialog } from './create/import-dialog.tsx'
import { documentKinds, findKindTitle } from './schema/document-kinds.ts'

/** The number of documents that the table shows at first, so that thousands of applications do not slow the page down. */
const pageSize = 100

export default function ConfigurationPage() {
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState('')
  const [shown, setShown] = useState(pageSize)
  const [dialog, setDialog] = useState<'create' | 'import'>()
  const { value, problem, reload } = useResource('configuration', (signal) =>
    requestResource('GET /configuration', {}, { signal }),
  )
  const action = useAction({ notifiesErrors: true })
  const found = value ? filter(value.documents, search, kind) : []
  const Dialog = dialog && { create: CreateDialog, import: ImportDialog }[dialog]

  async function undo(file: string) {
    const work = () => requestResource('POST /configuration/undo', {}, {})
    await action.run(work, t('Change undone'), file, t('Undo'))
    reload()
  }

  return (
    <>
      <PageHeader title={t('Configuration')}>
        {value?.undo && (
          <ActionButton
            kind="tertiary"
            renderIcon={Undo}
            busy={action.busy}
            onClick={() => void undo(value.undo?.file ?? '')}
          >
            {t('Undo the change of {file}', { file: value.undo.file })}
          </ActionButton>
        )}
        {value && (
          <span className="document__tools">
            <Button size="sm" renderIcon={Add} onClick={() => setDialog('create')}>
              {t('Create a document')}
            </Button>
            <Button size="sm" kind="tertiary" renderIcon={Upload} onClick={() => setDialog('import')}>
              {t('Add an API')}
            </Button>
          </span>
        )}
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
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <TableContainer className="list">
          <div className="document__filters">
            <Search
              closeButtonLabelText={t('Clear search input')}
              labelText={t('Search documents')}
              placeholder={t('Search by title, kind or path')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <Select
              id="kind"
              labelText={t('Kind')}
              hideLabel
              value={kind}
              onChange={(event) => setKind(event.target.value)}
            >
              <SelectItem value="" text={t('All kinds')} />
              {documentKinds.map(([each, title]) => (
                <SelectItem key={each} value={each} text={title} />
              ))}
            </Select>
          </div>
          <Table aria-label={t('Documents')}>
            <TableHeaderRow titles={[t('Title'), t('Kind'), t('Document')]} />
            <TableBody>
              {found.slice(0, shown).map((each) => (
                <TableRow key={each.file}>
                  <TableCell>
                    <a className="list__name" href={buildDocumentLink(each.file)}>
                      {each.title || each.file}
                    </a>
                  </TableCell>
                  <TableCell>{findKindTitle(each.kind)}</TableCell>
                  <TableCell>
                    <code>{each.file}</code>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {found.length > shown && (
            <Button kind="ghost" onClick={() => setShown(shown + pageSize)}>
              {t('Show more: {count} are not shown', { count: found.length - shown })}
            </Button>
          )}
          {found.length === 0 && (
            <p className="list__empty">{t('No document has this text in its title, kind or path.')}</p>
          )}
        </TableContainer>
      )}
      {value && Dialog && (
        <Dialog
          list={value}
          close={() => setDialog(undefined)}
          done={(file) => {
            setDialog(undefined)
            navigate(buildDocumentLink(file))
          }}
        />
      )}
    </>
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
