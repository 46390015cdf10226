/** Tasks of a developer and of an owner with the keyboard alone, each within its number of steps. */
import { createKeyboardSteps } from '../../../../_support/keyboard-steps.ts'
import { answersWith } from './_support/catalogue.ts'
import { configurationAnswers } from './_support/configuration.ts'
import { portalTest } from './_support/portal.ts'

portalTest(
  'a secret is rotated in 2 steps by keyboard (3 at most), and shown with the way to copy it',
  {
    answers: {
      ...answersWith(),
      'POST /applications/:application/secrets': { clientId: 'shop-id', clientSecret: 'the-new-secret' },
    } as never,
  },
  async (t, { page, open }) => {
    await open('#/applications/shop/credentials')
    const steps = createKeyboardSteps(page)
    await steps.press(page.getByRole('button', { name: 'Reset the secret' }))
    await steps.press(page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }))
    await page.getByText('The secret is shown only now.').waitFor()
    await page.getByText('the-new-secret').waitFor()
    t.is(steps.count(), 2)
  },
)

portalTest(
  'a plan is changed and published in 6 steps by keyboard from Home, with the difference seen (6 at most)',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    standIn.answers['PUT /configuration/document'] = { file: 'x' }
    await open('#/home')
    const steps = createKeyboardSteps(page)
    await steps.press(page.getByRole('link', { name: 'Configuration' }))
    await steps.press(page.getByRole('row', { name: /products\/customer\.yaml/ }).getByRole('link'))
    await steps.press(page.getByRole('button', { name: 'Fields: Product and plans' }))
    const dialog = page.getByRole('dialog')
    await steps.type(dialog.getByLabel(/^Limit/), '250/1hour')
    await steps.press(dialog.getByRole('button', { name: 'Show what changes' }))
    await page.getByRole('heading', { name: 'Difference' }).waitFor()
    await steps.press(page.getByRole('button', { name: 'Save', exact: true }))
    await page.getByText('Saved and in use').waitFor()
    t.is(steps.count(), 6)
    const saved = standIn.asked.findLast(({ resource }) => resource === 'PUT /configuration/document')
    t.regex(JSON.stringify(saved?.body), /value: 250\/1hour/)
  },
)
