/** Changes one document: two views of one text, what the change would do, and saving it. */
import { TextArea } from '@carbon/react'
import { Download, Save } from '@carbon/react/icons'
import { useEffect, useMemo, useState } from 'react'
import type { JsonSchema } from '../../../../../../shared/lib/json-schema/json-schema.ts'
import { editYaml, readYaml, type YamlEdit } from '../../../../../../shared/lib/yaml/edit-yaml.ts'
import { openYamlLocator } from '../../../../../../shared/lib/yaml/locate-yaml.ts'
import { CodeView } from '../../../../../../shared/ui/body/code-view.tsx'
import { ActionButton } from '../../../../../../shared/ui/feedback/action-button.tsx'
import { ErrorNotice, Notice } from '../../../../../../shared/ui/feedback/notice.tsx'
import { useNotifications } from '../../../../../../shared/ui/feedback/notifications.tsx'
import { useAction } from '../../../../../../shared/ui/feedback/use-action.ts'
import { ChoiceSwitcher } from '../../../../../../shared/ui/forms/choices.tsx'
import { useLeaveGuard } from '../../../../../../shared/ui/routing/leave-guard.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { ConfigurationDocument, DocumentPreview, DocumentSummary } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { downloadPatch, PreviewPanel } from '../changes/preview-panel.tsx'
import { DocumentForm } from '../form/document-form.tsx'
import { buildErrorProps, type FieldProblem } from '../form/model/form-context.ts'
import { showField } from '../form/model/show-field.ts'
import { findKindTitle } from '../schema/member-titles.ts'
import { DocumentTests } from './document-tests.tsx'
import { MergePanel } from './merge-panel.tsx'
import { useDocumentDraft } from './use-document-draft.ts'

const views = [
  ['form', t('Form')],
  ['yaml', 'YAML'],
] as const

export interface DocumentEditorProps {
  document: ConfigurationDocument
  /** The documents that exist, for references. */
  documents: readonly DocumentSummary[]
  /** Reads the documents again. */
  reload(): void
}

export function DocumentEditor({ document, documents, reload }: DocumentEditorProps) {
  const { file, kind, schema, form, references, isWritable } = document
  const draft = useDocumentDraft(document)
  const { base, text, theirs, isChanged, problem, setText, rebase } = draft
  const notify = useNotifications()
  const [view, setView] = useState('form')
  const [preview, setPreview] = useState<{ of: string; result: DocumentPreview }>()
  const [unedited, setUnedited] = useState<string>()
  const action = useAction()
  const isPreviewed = preview?.of === text
  const hasErrors = preview?.result.problems.some(({ severity }) => severity === 'error') ?? false
  const parsed = useMemo(() => parse(text), [text])
  const problems = useFieldProblems(file, text, isChanged, preview)
  const errors = problems.filter(({ severity }) => severity === 'error')
  const unchanged = !isChanged && t('The document has no changes.')
  const unchecked = isPreviewed ? hasErrors && t('Correct the errors first.') : t('Look at what changes first.')
  useLeaveGuard(isChanged, isPreviewed && action.busy) // only a change that was looked at is saved
  useEffect(() => {
    if (!theirs || isChanged) return
    rebase(theirs, theirs.text)
    notify('info', t('The document was changed elsewhere'), t('This is its new text.'))
  })

  function edit(edits: readonly YamlEdit[]) {
    try {
      setText(editYaml(text, edits))
      setUnedited(undefined)
    } catch (error) {
      setUnedited((error as Error).message)
    }
  }

  async function check() {
    await action.run(async () => {
      const result = await requestResource('POST /configuration/preview', {}, { body: { file, text } })
      setPreview({ of: text, result })
    })
  }

  async function save() {
    const work = async () => {
      const body = { file, text, revision: base.revision }
      await requestResource('PUT /configuration/document', {}, { body })
      const saved = await requestResource('GET /configuration/document', {}, { query: { file } })
      rebase(saved, saved.text)
    }
    await action.run(work, t('Saved and in use'), file)
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
      <ChoiceSwitcher
        className="document__views"
        label={t('View of the document')}
        choices={views}
        value={view}
        change={setView}
      />

      {unedited && (
        <Notice kind="error" title={t('The form cannot make this change')}>
          {unedited}
        </Notice>
      )}
      {view === 'form' && parsed.problem && (
        <Notice kind="error" title={t('The text is not valid YAML, so there is no form')}>
          {parsed.problem}
        </Notice>
      )}
      {errors.length > 0 && <ProblemLinks problems={errors} open={() => setView('form')} />}
      {view === 'form' && !parsed.problem && (
        <div className="document__columns">
          <DocumentForm
            kind={kind}
            root={schema as JsonSchema}
            value={parsed.value}
            form={form}
            references={references}
            documents={documents}
            problems={problems}
            isWritable={isWritable}
            reload={reload}
            edit={edit}
          />
          <section className="document__written" aria-label={t('The YAML that is written')}>
            <h2 className="preview__title">YAML</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
            <section className="preview__patch" tabIndex={0} aria-label={t('Text of the document')}>
              <CodeView text={text} />
            </section>
          </section>
        </div>
      )}
      {view === 'yaml' && (
        <TextArea
          id="document-text"
          className="document__text"
          labelText={`${findKindTitle(kind)}, YAML`}
          rows={24}
          spellCheck={false}
          value={text}
          {...buildErrorProps(
            'document-text',
            parsed.problem ?? (errors.map(({ message }) => message).join(' ') || undefined),
          )}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {action.problem && <ErrorNotice text={action.problem} />}
      {isPreviewed && isChanged && preview && <PreviewPanel file={file} preview={preview.result} />}
      <DocumentTests kind={kind} file={file} text={text} value={parsed.value} />
      <div className="document__actions">
        <p className="document__state" aria-live="polite">
          {describeState(isChanged, errors.length, isPreviewed)}
        </p>
        <ActionButton kind="ghost" reason={unchanged} onClick={() => setText(base.text)}>
          {t('Discard')}
        </ActionButton>
        <ActionButton
          kind={isPreviewed ? 'tertiary' : 'primary'}
          busy={action.busy}
          reason={unchanged}
          onClick={() => void check()}
        >
          {t('Show what changes')}
        </ActionButton>
        {isWritable ? (
          <ActionButton
            kind={isPreviewed ? 'primary' : 'tertiary'}
            renderIcon={Save}
            busy={action.busy}
            reason={unchanged || (theirs ? t('Merge the changes of others first.') : unchecked)}
            onClick={() => void save()}
          >
            {t('Save')}
          </ActionButton>
        ) : (
          <ActionButton
            kind={isPreviewed ? 'primary' : 'tertiary'}
            renderIcon={Download}
            reason={unchecked}
            onClick={() => downloadPatch(file, preview?.result.patch ?? '')}
          >
            {t('Download the patch')}
          </ActionButton>
        )}
      </div>
    </div>
  )
}

/** Says whether the document has changes, and what comes next. */
function describeState(isChanged: boolean, errors: number, isPreviewed: boolean): string {
  if (!isChanged) return t('No changes yet')
  if (errors > 0) return t('{count, plural, one {# error} other {# errors}}: correct them first', { count: errors })
  return isPreviewed ? t('Looked at: ready to save') : t('Changed: look at what changes, then save')
}

/** The errors of the document, each of which leads to its field. */
function ProblemLinks({ problems, open }: { problems: readonly FieldProblem[]; open(): void }) {
  return (
    <Notice kind="error" role="status" title={t('These values are not accepted')}>
      <ul>
        {problems.map(({ path, message }) => (
          <li key={`${path.join('.')} ${message}`}>
            <button
              type="button"
              className="document__problem"
              onClick={() => {
                open()
                requestAnimationFrame(() => showField(path))
              }}
            >
              {message}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** A pause in typing after which the text is checked. */
const checkDelayMs = 800

/** Returns the problems of the text that was checked last: what the user looked at, or what was typed before a pause. */
function useFieldProblems(
  file: string,
  text: string,
  isChanged: boolean,
  preview: { of: string; result: DocumentPreview } | undefined,
): readonly FieldProblem[] {
  const [found, setFound] = useState<readonly FieldProblem[]>([])
  const seen = preview?.of === text ? preview.result : undefined

  useEffect(() => {
    if (!isChanged) return setFound([])
    if (seen) return setFound(findFieldProblems(file, text, seen))
    const cancellation = new AbortController()
    const { signal } = cancellation
    const timer = setTimeout(async () => {
      try {
        const result = await requestResource('POST /configuration/preview', {}, { body: { file, text }, signal })
        setFound(findFieldProblems(file, text, result))
      } catch {
        // The next pause or "Show what changes" tries again, and reports what is wrong.
      }
    }, checkDelayMs)
    return () => {
      clearTimeout(timer)
      cancellation.abort()
    }
  }, [file, text, isChanged, seen])
  return found
}

function parse(text: string): { value?: unknown; problem?: string } {
  try {
    return { value: readYaml(text) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** Returns the problems of the document itself with the paths of the values that have them. */
function findFieldProblems(file: string, text: string, { problems }: DocumentPreview): FieldProblem[] {
  const locate = openYamlLocator(text)
  return problems
    .filter((each) => each.file === file)
    .map(({ line, column, severity, message }) => ({ path: locate(line, column), severity, message }))
}
