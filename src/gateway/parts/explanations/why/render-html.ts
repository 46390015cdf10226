/** Renders an explanation as one HTML page that needs no network. */
import { escapeMarkup } from '../../../../shared/lib/text/escape-markup.ts'
import { renderPage } from '../../../cli/common/render-page.ts'
import { drawCall, type SvgNode } from '../../../contract/access/draw-call.ts'
import type { Explanation } from '../../../contract/access/explanation.ts'

export function renderHtml(explanation: Explanation): string {
  const { requestId, at, method, path, status, reason, revision, application, checks, course } = explanation
  const facts = [requestId, new Date(at).toISOString(), application, revision].filter((each) => each !== undefined)
  const rows = checks.map(({ check, outcome, seen = '', wanted = '', place = '' }) => {
    const cells = [outcome, check, seen, outcome === 'failed' ? wanted : '', place]
    return `<tr class="${outcome === 'failed' ? 'failed' : ''}">${cells.map((each) => `<td>${escapeMarkup(each)}</td>`).join('')}</tr>`
  })
  const texts = { label: 'The stages of the call with their times', noResponse: 'no response' }
  return renderPage(
    escapeMarkup(`${method} ${path}: ${status} ${reason}`),
    `<p>${escapeMarkup(facts.join(', '))}</p>
${course ? renderSvg(drawCall(course, texts)) : '<p>The times of this call were not kept.</p>'}
<table><tr><th>Result</th><th>Check</th><th>Found</th><th>Wanted</th><th>Place</th></tr>
${rows.join('\n')}
</table>`,
  )
}

function renderSvg({ tag, attributes, children }: SvgNode): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeMarkup(String(value))}"`)
  const inner = children.map((each) => (typeof each === 'string' ? escapeMarkup(each) : renderSvg(each)))
  return `<${tag}${written.join('')}>${inner.join('')}</${tag}>`
}
