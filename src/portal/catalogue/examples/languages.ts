/** The languages of example calls, each with its title and its renderer. */
import { renderCsharpExample } from './csharp.ts'
import { renderCurlExample } from './curl.ts'
import { renderGoExample } from './go.ts'
import { renderJavaExample } from './java.ts'
import { renderJavaScriptExample } from './javascript.ts'
import { renderNodeExample } from './node.ts'
import { renderPhpExample } from './php.ts'
import { renderPythonExample } from './python.ts'

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
