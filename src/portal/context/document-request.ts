/** What owners can do with documents. The primary process does it, because it is the only writer of documents. */
import type { ConfigurationDocument, ConfigurationList, DocumentPreview } from '../rest/index.ts'

/** Requests about documents. `text` null removes the document, `revision` null says that there is none yet. */
export type DocumentRequest =
  | { do: 'list' }
  | { do: 'read'; file: string }
  | { do: 'preview'; file: string; text: string | null }
  | { do: 'save'; file: string; text: string | null; revision: string | null; by: string }
  | { do: 'undo'; by: string }

/** The result, or the reason of the rejection. */
export type DocumentResult =
  | { list: ConfigurationList }
  | { document: ConfigurationDocument }
  | { preview: DocumentPreview }
  | { saved: { file: string } }
  | { refused: DocumentErrorCode; detail?: string }

/** Why a request about documents was rejected. */
export type DocumentErrorCode =
  | 'unknown_document'
  | 'wrong_document_path'
  | 'document_changed'
  | 'wrong_document'
  | 'read_only'
  | 'nothing_to_undo'
  | 'not_written'
  | 'busy'
