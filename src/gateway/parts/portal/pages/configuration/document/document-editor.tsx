/** Changes one document: its text, then a review of what the change does, then saving it. */
import { ArrowLeft, Download, Save } from '@carbon/react/icons'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ActionButton } from '../../../../../../shared/ui/feedback/action-button.tsx'
import { ErrorNotice, Notice } from '../../../../../../shared/ui/feedback/notice.tsx'
import { useNotifications } from '../../../../../../shared/ui/feedback/notifications.tsx'
import { useAction } from '../../../../../../shared/ui/feedback/use-action.ts'
import { useLeaveGuard } from '../../../../../../shared/ui/shell/leave-guard.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { ConfigurationDocument, DocumentPreview, DocumentSummary } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { downloadPatch, PreviewPanel } from '../changes/preview-panel.tsx'
import { findNames } from '../editor/find-names.ts'
import { YamlEditor, type YamlEditorHandle } from '../editor/yaml-editor.tsx'
import { FieldsButton } from '../fields/fields-button.tsx'
import { findKindTitle } from '../schema/kind-titles.ts'
import { DocumentTests } from './document-tests.tsx'
import { MergePanel } from './merge-panel.tsx'
import { type DocumentDraft, useDocumentDraft } from './use-document-draft.ts'

export interface DocumentEditorProps {
  document: ConfigurationDocument
  /** The documents that exist, for references. */
  documents: readonly DocumentSummary[]
}

export function DocumentEditor({ document, documents }: DocumentEditorProps) {
  const { file, kind, schema } = document
  const draft = useDocumentDraft(document)
  const { base, text, theirs, isChanged, problem, setText, rebase } = draft
  const notify = useNotifications()
  const editor = useRef<YamlEditorHandle>(null)
  const [preview, setPreview] = useState<{ of: string; result: DocumentPreview }>()
  const action = useAction()
  // Another text ends the review.
  const reviewed = preview?.of === text && isChanged ? preview.result : undefined
  const problems = useTextProblems(file, text, isChanged, reviewed)
  const errors = problems.filter(({ severity }) => severity === 'error')
  const help = useMemo(
    () => ({ schema, findNames: (path: readonly string[]) => findNames(document, documents, path) }),
    [schema, document, documents],
  )
  useLeaveGuard(isChanged, reviewed !== undefined && action.busy) // only a change that was reviewed is saved
  useEffect(() => {
    if (!theirs || isChanged) return
    rebase(theirs, theirs.text)
    notify('info', t('The document was changed elsewhere'), t('This is its new text.'))
  })

  async function review(of = text) {
    await action.run(async () => {
      const result = await requestResource('POST /configuration/preview', {}, { body: { file, text: of } })
      setPreview({ of, result })
    })
  }

  function reviewFields(changed: string) {
    setText(changed)
    void review(changed)
  }

  function showProblem({ line, column }: DocumentPreview['problems'][number]) {
    setPreview(undefined)
    requestAnimationFrame(() => editor.current?.showPlace(line, column))
  }

  return (
    <div className="document">
      {problem && (
        <Notice kind="warning" title={t('The saved document cannot be read')}>
          {problem}
        </Notice>
      )}
      {theirs && isChanged && (
        <MergePanel base={base.text} theirs={theirs.text} mine={text} merge={(merged) => rebase(theirs, merged)} />
      )}
      {reviewed && <ReviewStep file={file} preview={reviewed} />}
      {errors.length > 0 && <ProblemLinks problems={errors} show={showProblem} />}
      <div className="document" hidden={reviewed !== undefined}>
        <FieldsButton kind={kind} text={text} documents={documents} apply={reviewFields} />
        <YamlEditor
          ref={editor}
          label={`${findKindTitle(kind)}, YAML`}
          text={text}
          problems={problems}
          help={help}
          change={setText}
        />
        <DocumentTests kind={kind} file={file} text={text} saved={base.text} />
      </div>
      {action.problem && <ErrorNotice text={action.problem} />}
      <DocumentActions
        document={document}
        draft={draft}
        errors={errors.length}
        reviewed={reviewed}
        action={action}
        review={review}
        leave={() => setPreview(undefined)}
      />
    </div>
  )
}

/** The second step: the difference and who is affected. It gets the focus, so that a screen reader begins there. */
function ReviewStep({ file, preview }: { file: string; preview: DocumentPreview }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <>
      <h2 ref={heading} className="document__review" tabIndex={-1}>
        {t('Review the change')}
      </h2>
      <PreviewPanel file={file} preview={preview} />
    </>
  )
}

interface DocumentActionsProps {
  document: ConfigurationDocument
  draft: DocumentDraft
  errors: number
  /** What the change does, in its review; undefined while the text is edited. */
  reviewed: DocumentPreview | undefined
  action: ReturnType<typeof useAction>
  review(): Promise<void>
  leave(): void
}

/** The bar with the actions of the step: discard and review, or back and save. */
function DocumentActions({ document, draft, errors, reviewed, action, review, leave }: DocumentActionsProps) {
  const { file, isWritable } = document
  const { base, text, theirs, isChanged, setText, rebase } = draft
  const unchanged = !isChanged && t('The document has no changes.')
  const wrong = errors > 0 && t('Correct the errors first.')

  async function save() {
    const work = async () => {
      const body = { file, text, revision: base.revision, effects: reviewed?.effects }
      await requestResource('PUT /configuration/document', {}, { body })
      const saved = await requestResource('GET /configuration/document', {}, { query: { file } })
      rebase(saved, saved.text)
    }
    await action.run(work, t('Saved and in use'), file)
  }

  return (
    <div className="document__actions">
      <p className="document__state" aria-live="polite">
        {describeState(isChanged, errors, reviewed !== undefined)}
      </p>
      {!reviewed && (
        <>
          <ActionButton kind="ghost" reason={unchanged} onClick={() => setText(base.text)}>
            {t('Discard')}
          </ActionButton>
          <ActionButton busy={action.busy} reason={unchanged} onClick={() => void review()}>
            {t('Show what changes')}
          </ActionButton>
        </>
      )}
      {reviewed && (
        <ActionButton kind="ghost" renderIcon={ArrowLeft} onClick={leave}>
          {t('Back to the text')}
        </ActionButton>
      )}
      {reviewed && isWritable && (
        <ActionButton
          renderIcon={Save}
          busy={action.busy}
          reason={theirs ? t('Merge the changes of others first.') : wrong}
          onClick={() => void save()}
        >
          {t('Save')}
        </ActionButton>
      )}
      {reviewed && !isWritable && (
        <ActionButton renderIcon={Download} reason={wrong} onClick={() => downloadPatch(file, reviewed.patch)}>
          {t('Download the patch')}
        </ActionButton>
      )}
    </div>
  )
}

/** Says whether the document has changes, and what comes next. */
function describeState(isChanged: boolean, errors: number, isReviewed: boolean): string {
  if (!isChanged) return t('No changes yet')
  if (errors > 0) return t('{count, plural, one {# error} other {# errors}}: correct them first', { count: errors })
  return isReviewed ? t('Step 2 of 2: save what you see') : t('Step 1 of 2: change the text, then look at what changes')
}

interface ProblemLinksProps {
  problems: DocumentPreview['problems']
  show(problem: DocumentPreview['problems'][number]): void
}

/** The errors of the document, each of which leads to its place in the text. */
function ProblemLinks({ problems, show }: ProblemLinksProps) {
  return (
    <Notice kind="error" role="status" title={t('These values are not accepted')}>
      <ul>
        {problems.map((each) => (
          <li key={`${each.line}:${each.column} ${each.message}`}>
            <button type="button" className="document__problem" onClick={() => show(each)}>
              {t('Line {line}', { line: each.line })}: {each.message}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** A pause in typing after which the text is checked. */
const checkDelayMs = 800

/** Returns the problems of the text that was checked last: what was reviewed, or what was typed before a pause. */
function useTextProblems(
  file: string,
  text: string,
  isChanged: boolean,
  reviewed: DocumentPreview | undefined,
): DocumentPreview['problems'] {
  const [found, setFound] = useState<DocumentPreview['problems']>([])

  useEffect(() => {
    const keep = ({ problems }: DocumentPreview) => setFound(problems.filter((each) => each.file === file))
    if (!isChanged) return setFound([])
    if (reviewed) return keep(reviewed)
    const cancellation = new AbortController()
    const { signal } = cancellation
    const timer = setTimeout(async () => {
      try {
        keep(await requestResource('POST /configuration/preview', {}, { body: { file, text }, signal }))
      } catch {
        // The next pause or "Show what changes" tries again, and reports what is wrong.
      }
    }, checkDelayMs)
    return () => {
      clearTimeout(timer)
      cancellation.abort()
    }
  }, [file, text, isChanged, reviewed])
  return found
}
