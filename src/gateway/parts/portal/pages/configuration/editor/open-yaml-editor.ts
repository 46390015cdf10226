/** Opens the text editor of documents: CodeMirror with YAML, in a shadow tree, whose styles no policy of the page has to allow. */
import { closeCompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import {
  bracketMatching,
  foldAll,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentUnit,
  syntaxHighlighting,
  unfoldAll,
} from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { editorTheme } from './editor-theme.ts'
import { buildSchemaHelp, type SchemaHelp } from './schema-help.ts'

/** A problem at a place of the text: line and column begin with 1. */
export type TextProblem = { line: number; column: number; severity: 'error' | 'warning'; message: string }

export type EditorCommand = 'undo' | 'redo' | 'find' | 'fold' | 'unfold'

export interface YamlEditorOptions {
  text: string
  /** The name and the description of the editor for assistive technology. */
  label: string
  description: string
  help: SchemaHelp
  changed(text: string): void
}

export interface OpenYamlEditor {
  /** Shows another text as a change that can be undone; where it does not differ, the cursor stays. */
  setText(text: string): void
  setProblems(problems: readonly TextProblem[]): void
  /** Moves the cursor and the focus to a place, which begins with 1. */
  showPlace(line: number, column: number): void
  run(command: EditorCommand): void
  close(): void
}

const fromOutside = Annotation.define<boolean>()

const commands = { undo, redo, find: openSearchPanel, fold: foldAll, unfold: unfoldAll }

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-name)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.keyword, tags.meta, tags.labelName, tags.typeName], color: 'var(--code-word)' },
  { tag: tags.comment, color: 'var(--cds-text-secondary)', fontStyle: 'italic' },
])

/** Lets Tab leave the editor after Escape, until it gets the focus again. */
const leaveWithTab = [
  EditorView.domEventHandlers({ blur: (_event, view) => view.setTabFocusMode(false) }),
  keymap.of([
    {
      key: 'Escape',
      run(view) {
        if (!closeCompletion(view)) view.setTabFocusMode(true)
        return false
      },
    },
    indentWithTab,
  ]),
]

/** Opens an editor in an element, and returns it. */
export function openYamlEditor(parent: HTMLElement, options: YamlEditorOptions): OpenYamlEditor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' })
  const view = new EditorView({ parent: root, root, state: EditorState.create(buildState(options)) })
  return {
    setText(text) {
      const changes = findChange(view.state.doc.toString(), text)
      if (changes) view.dispatch({ changes, annotations: fromOutside.of(true) })
    },
    setProblems(problems) {
      const found = problems.map((each) => locate(view.state, each))
      view.dispatch(setDiagnostics(view.state, found))
    },
    showPlace(line, column) {
      const { from } = locate(view.state, { line, column, severity: 'error', message: '' })
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      view.focus()
    },
    run(command) {
      commands[command](view)
      if (command !== 'find') view.focus()
    },
    close: () => view.destroy(),
  }
}

function buildState({ text, label, description, help, changed }: YamlEditorOptions) {
  return {
    doc: text,
    extensions: [
      lineNumbers(),
      lintGutter(),
      foldGutter(),
      highlightSpecialChars(),
      history(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      bracketMatching(),
      search({ top: true }),
      indentUnit.of('  '),
      EditorView.lineWrapping,
      yaml(),
      syntaxHighlighting(colors),
      editorTheme,
      buildSchemaHelp(help),
      leaveWithTab,
      keymap.of([
        ...completionKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...lintKeymap,
        ...defaultKeymap,
      ]),
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-description': description, tabindex: '0' }),
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        if (docChanged && !transactions.some((each) => each.annotation(fromOutside))) changed(state.doc.toString())
      }),
    ],
  }
}

/** Returns the smallest change that makes one text of the other; undefined for equal texts. */
function findChange(before: string, after: string): { from: number; to: number; insert: string } | undefined {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}

/** Returns the problem with the offsets of the word at its place; the text may have changed since it was found. */
function locate({ doc }: EditorState, { line, column, severity, message }: TextProblem): Diagnostic {
  const { from: start, to: end } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const from = Math.min(start + Math.max(column, 1) - 1, end)
  const length = /^\S*/.exec(doc.sliceString(from, end))?.[0].length ?? 0
  return { from, to: from + length, severity, message }
}
