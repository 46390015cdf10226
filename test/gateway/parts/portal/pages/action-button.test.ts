/** Buttons that cannot be used say why: to the keyboard, to screen readers, and on a tap. */
import type { Page } from 'playwright-core'
import { configurationAnswers, documentOf, routeOf, sampleFiles } from './_support/configuration.ts'
import { findEditor } from './_support/editor.ts'
import { portalTest } from './_support/portal.ts'

portalTest(
  'a button that cannot be used has the focus, a described reason, and no effect',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    standIn.answers['GET /configuration/document'] = documentOf('user-registry')
    await open(routeOf(sampleFiles['user-registry']))
    const check = page.getByRole('button', { name: 'Show what changes', exact: true })
    const reason = page.locator('.reason').getByText('The document has no changes.').locator('visible=true')
    await check.waitFor()

    await check.focus()
    await reason.waitFor()
    t.deepEqual(await describeFocused(page), {
      name: 'Show what changes',
      description: 'The document has no changes.',
      disabled: true,
    })
    const box = await reason.boundingBox()
    t.true(box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= 1280, JSON.stringify(box))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await reason.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Discard' }).click({ force: true })
    await reason.waitFor()

    const user = page.getByLabel('User to sign in')
    await user.fill('alice')
    await user.press('Enter')
    await page.locator('.reason').getByText('Fill in the required fields first.').locator('visible=true').waitFor()
    t.deepEqual(
      standIn.asked.filter(({ resource }) => resource.startsWith('POST')),
      [],
    )

    await findEditor(page).press('End')
    await page.keyboard.insertText(' ')
    await check.focus()
    await page.locator('button:focus:not([aria-disabled])').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Difference' }).waitFor()
    t.is((await describeFocused(page)).name, 'Review the change', 'the review has the focus')
  },
)

/** Returns what the browser tells a screen reader about the element that has the focus. */
async function describeFocused(page: Page): Promise<{ name: unknown; description: unknown; disabled: unknown }> {
  const session = await page.context().newCDPSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    ...(result.objectId !== undefined && { objectId: result.objectId }),
    fetchRelatives: false,
  })
  await session.detach()
  const [node] = nodes
  return {
    name: node?.name?.value,
    description: node?.description?.value,
    disabled: node?.properties?.find(({ name }) => name === 'disabled')?.value.value,
  }
}
