/** The forms of the paths, operations and schemas of an API document. */
import { parse } from 'yaml'
import { axeFindings } from '../../../../_support/axe.ts'
import { configurationAnswers, documentOf, routeOf } from './_support/configuration.ts'
import { portalTest } from './_support/portal.ts'

const swagger = `swagger: "2.0"
info: { title: Orders, version: 1.0.0 }
basePath: /orders
paths:
  /orders:
    get: { summary: All orders, responses: { "200": { description: OK } } }
definitions:
  Order: { type: object, properties: { id: { type: integer } } }
`
const openapi = swagger
  .replace('swagger: "2.0"', 'openapi: 3.0.3')
  .replace('basePath: /orders\n', '')
  .replace('definitions:\n  Order', 'components:\n  schemas:\n    Order')

portalTest(
  'a designer adds a path with an operation and a schema, by keyboard, without a fault for axe',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    standIn.answers['GET /configuration/document'] = documentOf('api', swagger)
    await open(routeOf('orders'))
    await page.getByRole('button', { name: 'Open all groups' }).click()
    const readText = async () => parse(String(await page.getByLabel('Text of the document').textContent()))

    await page.getByLabel('New path').fill('orders/{id}')
    await page.getByText('A path begins with /').waitFor()
    await page.getByLabel('New path').fill('/orders/{id}')
    await page.getByLabel('New path').press('Enter')
    await page.getByLabel('Method to add to /orders/{id}').selectOption('put')
    await page.getByRole('button', { name: 'Add PUT /orders/{id}' }).press('Enter')
    await page.locator('summary', { hasText: /^PUT\s*$/ }).press('Enter')
    const operation = page.getByRole('group', { name: 'PUT /orders/{id}' })
    await operation.getByLabel('Summary').fill('Change an order')
    await operation.getByRole('button', { name: 'Add to Parameters' }).click()
    await operation.getByLabel('Type of Parameters 2').selectOption({ label: 'Name, Location' })
    await operation.getByLabel('Name - required').nth(1).fill('body')
    await operation.getByLabel('Location - required').nth(1).selectOption('body')
    await operation.getByLabel('Schema', { exact: true }).nth(1).selectOption({ label: 'Order' })
    await operation.getByLabel('New name in Responses').fill('404')
    await operation.getByRole('button', { name: 'Add to Responses' }).click()

    await page.getByLabel('New schema').fill('Line')
    await page.getByRole('button', { name: 'Add the schema' }).click()
    await page.getByText('Properties of Line').click()
    await page.getByLabel('New property of Line').fill('amount')
    await page.getByLabel('New property of Line').press('Enter')
    await page.getByLabel('Type of amount').selectOption({ label: 'number' })
    await page.getByLabel('Format of amount').fill('double')
    await page.getByRole('checkbox', { name: 'amount is required' }).press('Space')
    await page.getByLabel('Example of amount').fill('1.5')
    await page.getByLabel('Example of amount').press('Enter')
    t.deepEqual(await axeFindings(page, 'light'), [])

    const { paths, definitions } = await readText()
    t.like(paths['/orders/{id}'].put, { summary: 'Change an order' })
    t.deepEqual(paths['/orders/{id}'].put.parameters, [
      { name: 'id', in: 'path', required: true, type: 'string' },
      { name: 'body', in: 'body', schema: { $ref: '#/definitions/Order' } },
    ])
    t.deepEqual(Object.keys(paths['/orders/{id}'].put.responses), ['200', '404'])
    t.deepEqual(definitions.Line, {
      type: 'object',
      required: ['amount'],
      properties: { amount: { type: 'number', format: 'double', example: 1.5 } },
    })
  },
)

portalTest(
  'an operation of OpenAPI 3 gets a body with a schema, and a schema and a path are renamed and removed',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    standIn.answers['GET /configuration/document'] = documentOf('api', openapi)
    await open(routeOf('orders'))
    await page.getByRole('button', { name: 'Open all groups' }).click()
    const readText = async () => parse(String(await page.getByLabel('Text of the document').textContent()))

    await page.getByText('GET All orders').click()
    const operation = page.getByRole('group', { name: 'GET /orders' })
    await operation.getByLabel('Type of Request body').selectOption({ label: 'Content' })
    await operation.getByLabel('New name in Content').first().fill('application/json')
    await operation.getByRole('button', { name: 'Add to Content' }).first().click()
    await operation.getByLabel('Schema', { exact: true }).selectOption({ label: 'List of Order' })
    await page.getByText('Used once').waitFor()
    await page.getByLabel('Schema', { exact: true }).last().fill('Purchase')
    await page.getByLabel('Path', { exact: true }).fill('/purchases')
    await page.getByLabel('Path', { exact: true }).blur()
    const renamed = await readText()
    t.deepEqual(renamed.paths['/purchases'].get.requestBody.content['application/json'].schema, {
      type: 'array',
      items: { $ref: '#/components/schemas/Purchase' },
    })
    t.deepEqual(Object.keys(renamed.components.schemas), ['Purchase'])

    await page.getByRole('button', { name: 'Remove GET /purchases' }).click()
    await page.getByRole('button', { name: 'Remove Purchase' }).click()
    await page.getByText('GET All orders').waitFor({ state: 'detached' })
    t.deepEqual((await readText()).paths['/purchases'], {})
  },
)
