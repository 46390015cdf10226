/** What axe finds on a page as it is now. */
import { readFileSync } from 'node:fs'

import type { Page } from 'playwright-core'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

interface Finding {
  impact: string
  id: string
  nodes: { html: string }[]
}

/** Ends what moves from one colour to another: half-way, neither is to be judged. What moves for ever goes on. */
const settled = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => {
  for (const each of document.getAnimations())
    if (Number.isFinite(each.effect?.getComputedTiming().endTime)) each.finish()
})`

/** The serious findings, each as a line. The dark theme differs by its colours alone. */
export async function seriousFindings(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  const rules = theme === 'dark' ? { runOnly: ['color-contrast'] } : {}
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules })
  await page.evaluate(settled)
  const findings = (await page.evaluate(
    `${axe}; axe.run(${options}).then((result) => result.violations)`,
  )) as Finding[]
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
}
