/** The page on which an owner changes one document: as a form or as YAML, with what the change would do. */

import { Copy, Edit, TrashCan } from '@carbon/react/icons'
import { Loaded } from '../../../../ui/feedback/loaded.tsx'
import { DialogButton } from '../../../../ui/feedback/use-dialog.tsx'
import { useResource } from '../../../../ui/feedback/use-resource.ts'
import { navigate } from '../../../../ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../../ui/shell/page-header.tsx'
import { t } from '../../../../ui/text/t.ts'
import { requestResource } from '../../api/client.ts'
import { buildDocumentLink } from '../../routing/page-route.ts'
import { CopyDialog, DeleteDialog, RenameDialog } from '../create/document-dialogs.tsx'
import { findKindTitle } from '../schema/document-kinds.ts'
import { DocumentEditor } from './document-editor.tsx'

const dialogs = [
  [CopyDialog, t('Copy'), Copy],
  [RenameDialog, t('Rename'), Edit],
  [DeleteDialog, t('Delete'), TrashCan],
] as const

/** Shows the document of a change that is saved; the list for a document that is gone. */
function showNext(file: string | undefined): void {
  navigate(file === undefined ? '#/configuration' : buildDocumentLink(file))
}

export default function DocumentPage({ file }: { file: string }) {
  const resource = useResource(`document ${file}`, (signal) =>
    Promise.all([
      requestResource('GET /configuration/document', {}, { query: { file }, signal }),
      requestResource('GET /configuration', {}, { signal }),
    ]),
  )
  const [document, list] = resource.value ?? []

  return (
    <>
      <PageHeader title={file} trail={[[t('Configuration'), '#/configuration']]}>
        {document && list && (
          <span className="document__tools">
            {dialogs.map(([Dialog, title, icon]) => (
              <DialogButton
                key={title}
                kind="ghost"
                size="sm"
                renderIcon={icon}
                dialog={(close) => (
                  <Dialog document={document} documents={list.documents} close={close} done={showNext} />
                )}
              >
                {title}
              </DialogButton>
            ))}
          </span>
        )}
      </PageHeader>
      <Loaded resource={resource}>
        {([loaded, { documents }]) => (
          <>
            <p className="prose">{findKindTitle(loaded.kind)}</p>
            <DocumentEditor key={loaded.file} document={loaded} documents={documents} />
          </>
        )}
      </Loaded>
    </>
  )
}
