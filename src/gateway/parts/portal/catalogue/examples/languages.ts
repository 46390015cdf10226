/** The languages of example calls, each with its title and its renderer. */
import { renderCsharpExample, renderGoExample, renderJavaExample } from './program-examples.ts'
import {
  renderCurlExample,
  renderJavaScriptExample,
  renderNodeExample,
  renderPhpExample,
  renderPythonExample,
} from './script-examples.ts'

export const exampleLanguages = {
  curl: ['curl', renderCurlExample],
  javascript: ['JavaScript', renderJavaScriptExample],
  node: ['Node.js', renderNodeExample],
  python: ['Python', renderPythonExample],
  java: ['Java', renderJavaExample],
  csharp: ['C#', renderCsharpExample],
  go: ['Go', renderGoExample],
  php: ['PHP', renderPhpExample],
} as const

export type ExampleLanguage = keyof typeof exampleLanguages
