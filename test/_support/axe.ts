/** What axe finds on a page as it is now. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

interface Finding {
  impact: string
  id: string
  nodes: { html: string }[]
}

/**
 * Ends what moves from one colour to another, until nothing has begun to move for some frames: half-way, neither is to be
 * judged. What moves for ever goes on.
 */
const settled = `(async () => {
  for (let frames = 0, stillFrames = 0; stillFrames < 3 && frames < 100; frames++) {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const moving = document.getAnimations().filter(
      (each) => each.playState === 'running' && Number.isFinite(each.effect?.getComputedTiming().endTime),
    )
    for (const each of moving) each.finish()
    stillFrames = moving.length === 0 ? stillFrames + 1 : 0
  }
})()`

/** The findings of any impact, each as a line. The dark theme differs by its colours alone. */
export async function axeFindings(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  const rules = theme === 'dark' ? { runOnly: ['color-contrast'] } : {}
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules })
  await page.evaluate(settled)
  const findings = await runAxe(page, options)
  return findings.map(({ impact, id, nodes }) => `${impact} ${id} ${nodes.map(({ html }) => html).join(' ')}`)
}

/** The dark theme differs by its colours alone, which do not depend on the width. */
const widthsOf = { light: [320, 390, 768, 1440], dark: [320, 1440] } as const

/** What axe finds at four widths, light and dark, and by how much the page is too wide for its window. */
export async function findingsAtAllWidths(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const width of widthsOf[theme]) {
      await page.setViewportSize({ width, height: 800 })
      const findings = await axeFindings(page, theme)
      found.push(...findings.map((each) => `${width} px, ${theme}: ${each}`))
      const excess = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
      if (excess > 0) found.push(`${width} px: the page is ${excess} px too wide`)
    }
  }
  return found
}

/** The widths of a phone with large text, of a phone, and of a tablet or a laptop at 200 % zoom. */
const narrowWidths = [320, 390, 768] as const

/** What is wrong on a narrow screen: the page is wider than the window, or a target is too small. */
export async function narrowFindings(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of narrowWidths) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(settled)
    const excess = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    if (excess > 0) found.push(`${width} px: the page is ${excess} px too wide`)
    if (width !== narrowWidths[0]) continue
    const runOnly = ['target-size', 'scrollable-region-focusable']
    const findings = await runAxe(page, JSON.stringify({ resultTypes: ['violations'], runOnly }))
    found.push(...findings.map(({ id, nodes }) => `${width} px: ${id} ${nodes.map(({ html }) => html).join(' ')}`))
  }
  return found
}

/** Checks the open dialog, or the page when there is none. The page keeps axe until it loads another document. */
async function runAxe(page: Page, options: string): Promise<Finding[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${axe}; 0`)
  const run = `axe.run([...document.querySelectorAll('dialog[open]')].at(-1) ?? document, ${options})`
  return (await page.evaluate(`${run}.then((result) => result.violations)`)) as Finding[]
}
