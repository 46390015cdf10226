/** What axe finds on a page as it is now. */
import { readFileSync } from 'node:fs'

import type { Page } from 'playwright-core'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

interface Finding {
  impact: string
  id: string
  nodes: { html: string }[]
}

/** The serious findings, each as a line. The dark theme differs by its colours alone. */
export async function seriousFindings(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  const rules = theme === 'dark' ? { runOnly: ['color-contrast'] } : {}
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules })
  const findings = (await page.evaluate(
    `${axe}; axe.run(${options}).then((result) => result.violations)`,
  )) as Finding[]
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
}
