/** The page on which an owner changes one document, with what the change would do. */
import { Tag } from '@carbon/react'
import { Copy, Edit, TrashCan, Version } from '@carbon/react/icons'
import { CopyableText } from '../../../../../../shared/ui/body/copyable-text.tsx'
import { Loaded } from '../../../../../../shared/ui/feedback/loaded.tsx'
import { DialogButton } from '../../../../../../shared/ui/feedback/use-dialog.tsx'
import { useResource } from '../../../../../../shared/ui/feedback/use-resource.ts'
import { navigate } from '../../../../../../shared/ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../../../../shared/ui/shell/page-header.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { ConfigurationList } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import { buildDocumentLink } from '../../routing/page-route.ts'
import { CopyDialog, DeleteDialog, RenameDialog } from '../create/document-dialogs.tsx'
import { VersionsDialog } from '../create/versions-dialog.tsx'
import { findKindTitle } from '../schema/kind-titles.ts'
import { DocumentEditor } from './document-editor.tsx'

/** The dialogs with their titles; those of the kinds of documents that only some have. */
const dialogs = [
  [VersionsDialog, t('Versions'), Version, 'product'],
  [CopyDialog, t('Copy'), Copy],
  [RenameDialog, t('Rename'), Edit],
  [DeleteDialog, t('Delete'), TrashCan],
] as const

/** Shows the document of a change that is saved; the list for a document that is gone. */
function showNext(file: string | undefined): void {
  navigate(file === undefined ? '#/configuration' : buildDocumentLink(file))
}

function findTitle(file: string, list: ConfigurationList | undefined): string {
  return list?.documents.find((each) => each.file === file)?.title || file
}

/** The documents that name this one, each with its member on hover. */
function UsedBy({ file, documents }: { file: string } & Pick<ConfigurationList, 'documents'>) {
  const { value } = usePortalResource('GET /configuration/references', {}, { query: { file } })
  const users = [...Map.groupBy(value ?? [], (each) => each.file)]
  if (!value) return null
  if (users.length === 0) return <p className="document__users">{t('No other document uses it.')}</p>
  return (
    <p className="document__users">
      {t('Used by:')}
      {users.map(([user, members]) => (
        <a key={user} href={buildDocumentLink(user)} title={members.map(({ path }) => path).join(', ')}>
          {documents.find((each) => each.file === user)?.title || user}
        </a>
      ))}
    </p>
  )
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
      <PageHeader title={findTitle(file, list)} trail={[[t('Configuration'), '#/configuration']]}>
        {document && list && (
          <span className="page__tools">
            {dialogs.map(
              ([Dialog, title, icon, kind = document.kind]) =>
                kind === document.kind && (
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
                ),
            )}
          </span>
        )}
      </PageHeader>
      <Loaded resource={resource}>
        {([loaded, { documents }]) => (
          <>
            <div className="document__facts">
              <Tag type="blue">{findKindTitle(loaded.kind)}</Tag>
              <CopyableText text={file} label={t('Path of the document')} />
              <UsedBy key={loaded.revision} file={file} documents={documents} />
            </div>
            <DocumentEditor key={loaded.file} document={loaded} documents={documents} />
          </>
        )}
      </Loaded>
    </>
  )
}
