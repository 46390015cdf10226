/** The text of a document while an owner changes it, beside the text that is saved. */
import { useState } from 'react'
import { useResource } from '../../../../../../shared/ui/feedback/use-resource.ts'
import type { ConfigurationDocument } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'

/** The text and the revision from which a change began; the revision is null for a new document. */
type DraftBase = { text: string; revision: string | null }

export interface DocumentDraft {
  base: DraftBase
  text: string
  /** The saved document when it differs from the base: someone changed it meanwhile. */
  theirs: DraftBase | undefined
  isChanged: boolean
  /** Why the saved document cannot be read any more, such as that someone removed it; undefined while it can. */
  problem: string | undefined
  setText(text: string): void
  /** Continues from another saved text. */
  rebase(base: DraftBase, text: string): void
}

/** How often the page looks whether the document was changed elsewhere. */
const pollMs = 4_000

/** Begins with the document as it was loaded, and watches for changes by others. */
export function useDocumentDraft(document: ConfigurationDocument): DocumentDraft {
  const { file } = document
  const [base, setBase] = useState<DraftBase>({ text: document.text, revision: document.revision })
  const [text, setText] = useState(document.text)
  // A response that was on its way during a save still has the revision before it.
  const [left, setLeft] = useState<{ revision: string | null; untilMs: number }>({ revision: null, untilMs: 0 })
  const { value: latest, problem } = useResource(
    `draft of ${file}`,
    (signal, { isPoll }) => requestResource('GET /configuration/document', {}, { query: { file }, signal, isPoll }),
    { intervalMs: pollMs },
  )
  const isChanged = text !== base.text
  const isOutdated =
    latest !== undefined &&
    latest.revision !== base.revision &&
    latest.text !== base.text &&
    !(latest.revision === left.revision && performance.now() < left.untilMs)
  const theirs = isOutdated ? { text: latest.text, revision: latest.revision } : undefined

  return {
    base,
    text,
    isChanged,
    theirs,
    problem,
    setText,
    rebase(next, merged) {
      setLeft({ revision: base.revision, untilMs: performance.now() + 2 * pollMs })
      setBase(next)
      setText(merged)
    },
  }
}
