/** The page with the documents of the gateway, for owners who may change them. */
import { Button, Search, Table, TableBody, TableCell, TableContainer, TableRow } from '@carbon/react'
import { Undo } from '@carbon/react/icons'
import { useState } from 'react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import type { ConfigurationList } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { buildDocumentLink } from '../routing/page-route.ts'
import { findKindTitle } from './document-kinds.ts'

export default function ConfigurationPage() {
  const [search, setSearch] = useState('')
  const { value, problem, reload } = useResource('configuration', (signal) =>
    requestResource('GET /configuration', {}, { signal }),
  )
  const action = useAction({ notifiesErrors: true })

  async function undo(file: string) {
    await action.run(() => requestResource('POST /configuration/undo', {}, {}), 'Change undone', file)
    reload()
  }

  return (
    <>
      <PageHeader title="Configuration">
        {value?.undo && (
          <Button
            kind="tertiary"
            renderIcon={Undo}
            disabled={action.busy}
            onClick={() => void undo(value.undo?.file ?? '')}
          >
            {`Undo the change of ${value.undo.file}`}
          </Button>
        )}
      </PageHeader>
      <p className="prose">
        The gateway is configured by documents. A change is checked with all documents before it is saved, and
        is in use as soon as it is saved.
        {value?.isWritable === false &&
          ' The gateway cannot write documents here: download each change as a patch, and apply it where they are kept.'}
      </p>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <TableContainer className="list">
          <Search
            labelText="Search documents"
            placeholder="Search by title, kind or path"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Table aria-label="Documents">
            <TableHeaderRow titles={['Title', 'Kind', 'Document']} />
            <TableBody>
              {filter(value.documents, search).map(({ file, kind, title }) => (
                <TableRow key={file}>
                  <TableCell>
                    <a className="list__name" href={buildDocumentLink(file)}>
                      {title || file}
                    </a>
                  </TableCell>
                  <TableCell>{findKindTitle(kind)}</TableCell>
                  <TableCell>
                    <code>{file}</code>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {filter(value.documents, search).length === 0 && (
            <p className="list__empty">No document has this text in its title, kind or path.</p>
          )}
        </TableContainer>
      )}
    </>
  )
}

/** Returns the documents that contain the text in their title, kind or path. */
function filter(documents: ConfigurationList['documents'], search: string): ConfigurationList['documents'] {
  const wanted = search.trim().toLowerCase()
  return documents.filter(({ file, kind, title }) =>
    `${file} ${findKindTitle(kind)} ${title}`.toLowerCase().includes(wanted),
  )
}
