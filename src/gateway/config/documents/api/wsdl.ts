/** Reads the WSDL of a SOAP API. */
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { Api } from '../../types/index.ts'

/** Returns the member `wsdl`. A value that is no XML, such as the file name in an export, is a warning. */
export function readWsdl(text: string | undefined, { source, problems }: DocumentContext): Pick<Api, 'wsdl'> {
  if (text === undefined) return {}
  if (text.trimStart().startsWith('<')) return { wsdl: text }
  const file = /^[\w.-]+\.(wsdl|xml)$/.test(text) ? text : 'weather.wsdl'
  const advice = `put the file beside the document, unpacked, and write $file{${file}}`
  problems.memberWarning(
    source,
    ['x-ibm-configuration', 'wsdl-definition', 'wsdl'],
    `is not the text of a WSDL, so that the portal offers none: ${advice}`,
  )
  return {}
}
