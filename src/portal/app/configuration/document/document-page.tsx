/** The page on which an owner changes one document: as a form or as YAML, with what the change would do. */
import { Button } from '@carbon/react'
import { Copy, Edit, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'
import { Loaded } from '../../../../ui/feedback/loaded.tsx'
import { useResource } from '../../../../ui/feedback/use-resource.ts'
import { navigate } from '../../../../ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../../ui/shell/page-header.tsx'
import { t } from '../../../../ui/text/t.ts'
import { requestResource } from '../../api/client.ts'
import { buildDocumentLink } from '../../routing/page-route.ts'
import { CopyDialog, DeleteDialog, RenameDialog } from '../create/document-dialogs.tsx'
import { findKindTitle } from '../schema/document-kinds.ts'
import { DocumentEditor } from './document-editor.tsx'

type OpenDialog = 'copy' | 'rename' | 'delete'

const dialogs = { copy: CopyDialog, rename: RenameDialog, delete: DeleteDialog } as const

export default function DocumentPage({ file }: { file: string }) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const resource = useResource(`document ${file}`, (signal) =>
    Promise.all([
      requestResource('GET /configuration/document', {}, { query: { file }, signal }),
      requestResource('GET /configuration', {}, { signal }),
    ]),
  )
  const [document, list] = resource.value ?? []
  const Dialog = dialog && dialogs[dialog]

  return (
    <>
      <PageHeader title={file} trail={[[t('Configuration'), '#/configuration']]}>
        {document && (
          <span className="document__tools">
            <Button kind="ghost" size="sm" renderIcon={Copy} onClick={() => setDialog('copy')}>
              {t('Copy')}
            </Button>
            <Button kind="ghost" size="sm" renderIcon={Edit} onClick={() => setDialog('rename')}>
              {t('Rename')}
            </Button>
            <Button kind="ghost" size="sm" renderIcon={TrashCan} onClick={() => setDialog('delete')}>
              {t('Delete')}
            </Button>
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
      {document && list && Dialog && (
        <Dialog
          document={document}
          documents={list.documents}
          close={() => setDialog(undefined)}
          done={(next) => {
            setDialog(undefined)
            navigate(next === undefined ? '#/configuration' : buildDocumentLink(next))
          }}
        />
      )}
    </>
  )
}
