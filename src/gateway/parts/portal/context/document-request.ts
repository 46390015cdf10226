/** What owners can do with documents. The primary process does it, because it is the only writer of documents. */
import type { ImportApiRequest } from '../../../contract/api-import.ts'
import type {
  ConfigurationDocument,
  ConfigurationList,
  DocumentChange,
  DocumentPreview,
  DocumentReferenceView,
  ImportedApiView,
  PlanVersionsRequest,
  PortalErrorCode,
  PreviewDocumentRequest,
  RevisionDetails,
  RevisionView,
  SignInTestRequest,
  SignInTestView,
} from '../rest/index.ts'

/** Requests about documents. `text` null removes the document, `revision` null says that there is none yet. */
export type DocumentRequest =
  | { do: 'list' }
  | { do: 'read'; file: string }
  /** Lists the members of other documents that name a document. */
  | { do: 'references'; file: string }
  /** Plans the changes that rename a document and every reference to it. */
  | { do: 'rename'; file: string; name: string }
  /** Plans the changes with which a version of a product takes the place of another one, or ends. */
  | ({ do: 'versions' } & PlanVersionsRequest)
  | { do: 'preview'; changes: readonly PreviewDocumentRequest[]; by: string }
  /** Saves the changes; refuses those that do anything else than `effects`, which a preview has identified. */
  | { do: 'save'; changes: readonly DocumentChange[]; effects?: string | undefined; by: string }
  | { do: 'undo'; by: string }
  | { do: 'import'; request: ImportApiRequest }
  | { do: 'revisions' }
  /** A revision is found by the beginning of its name, or by a time at which it was in use. */
  | { do: 'revision'; revision: string }
  | { do: 'revision text'; revision: string; file: string }
  /** Compares a revision with another one, or with the documents on disk. */
  | { do: 'compare'; revision: string; to: string | undefined }
  /** Plans the changes that write the documents of a revision again. */
  | { do: 'rollback'; revision: string }
  | { do: 'testSignIn'; request: SignInTestRequest; by: string }

/** The result, or the reason of the rejection. */
export type DocumentResult =
  | { list: ConfigurationList }
  | { document: ConfigurationDocument }
  | { references: DocumentReferenceView[] }
  | { changes: DocumentChange[] }
  | { preview: DocumentPreview }
  | { saved: { file: string } }
  | { imported: ImportedApiView }
  | { revisions: RevisionView[] }
  | { revision: RevisionDetails }
  | { text: string }
  | { patch: string }
  | { signIn: SignInTestView }
  | { refused: PortalErrorCode; detail?: string | undefined }
