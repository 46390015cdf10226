/** The text of a document in an editor, whose code is loaded when it is first shown. */
import { Button } from '@carbon/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { LoadingIndicator } from '../../../../../../shared/ui/feedback/loading-indicator.tsx'
import { ErrorNotice } from '../../../../../../shared/ui/feedback/notice.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { EditorCommand, OpenYamlEditor, TextProblem } from './open-yaml-editor.ts'
import type { SchemaHelp } from './schema-help.ts'

/** What a page can do with its editor; without effect until the editor is loaded. */
export type YamlEditorHandle = Pick<OpenYamlEditor, 'showPlace'>

export interface YamlEditorProps {
  ref: Ref<YamlEditorHandle>
  label: string
  text: string
  problems: readonly TextProblem[]
  /** The schema and the names that help to write; those of the first render stay. */
  help: SchemaHelp
  change(text: string): void
}

const commands: readonly (readonly [EditorCommand, string])[] = [
  ['undo', t('Undo')],
  ['redo', t('Redo')],
  ['find', t('Find')],
  ['fold', t('Fold all')],
  ['unfold', t('Unfold all')],
]

const keys = t('Control and Space offers what fits. Tab indents; Escape and then Tab leaves the editor.')

export function YamlEditor({ ref, label, text, problems, help, change }: YamlEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef({ text, change })
  latest.current = { text, change }
  const [editor, setEditor] = useState<OpenYamlEditor>()
  const [attempt, setAttempt] = useState(1)
  const [problem, setProblem] = useState<string>()
  useImperativeHandle(ref, () => ({ showPlace: (line, column) => editor?.showPlace(line, column) }), [editor])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes later reaches the open editor by the effects below
  useEffect(() => {
    let opened: OpenYamlEditor | undefined
    let isGone = false
    async function open() {
      setProblem(undefined)
      try {
        const { openYamlEditor } = await import('./open-yaml-editor.ts')
        if (isGone || !place.current) return
        const changed = (next: string) => latest.current.change(next)
        opened = openYamlEditor(place.current, { text: latest.current.text, label, description: keys, help, changed })
        setEditor(opened)
      } catch (error) {
        if (!isGone) setProblem((error as Error).message)
      }
    }
    void open()
    return () => {
      isGone = true
      opened?.close()
    }
  }, [attempt])
  useEffect(() => editor?.setText(text), [editor, text])
  useEffect(() => editor?.setProblems(problems), [editor, problems])

  return (
    <section className="yaml-editor">
      <div className="page__tools" role="toolbar" aria-label={t('Tools of the editor')}>
        {commands.map(([command, title]) => (
          <Button key={command} kind="ghost" size="sm" onClick={() => editor?.run(command)}>
            {title}
          </Button>
        ))}
      </div>
      {problem !== undefined && (
        <>
          <ErrorNotice text={t('The editor cannot be loaded: {problem}', { problem })} />
          <Button kind="tertiary" size="sm" onClick={() => setAttempt(attempt + 1)}>
            {t('Try again')}
          </Button>
        </>
      )}
      {!editor && problem === undefined && <LoadingIndicator />}
      <div ref={place} className="yaml-editor__text" />
      <p className="quiet">{keys}</p>
    </section>
  )
}
