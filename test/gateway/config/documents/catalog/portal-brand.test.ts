import test from 'ava'
import { openDocumentLoader } from '../../../../../src/gateway/runtime/documents/open-documents.ts'
import { gatewayParts } from '../../../_support/tables.ts'
import { portalFiles } from '../../../parts/portal/_support/portal.ts'
import { folderWith, valid } from '../../_support/folder.ts'

const problemsOf = async (t: Parameters<typeof folderWith>[0], brand: string) => {
  const folder = await folderWith(t, { ...valid, ...portalFiles(`owners: [owner], brand: { ${brand} }`) })
  const load = openDocumentLoader({ configFolder: folder, environment: { SLUICE_DATA: folder } }, gatewayParts, {
    sandbox: true,
  })
  return (await load()).problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)
}

test('contrast is that of WCAG', async (t) => {
  t.deepEqual(await problemsOf(t, 'color: "#767676"'), []) // 4.54
  for (const [color, ratio] of [
    ['#777777', '4.5'], // 4.48
    ['#ffffff', '1.0'],
  ]) {
    const [problem] = await problemsOf(t, `color: "${color}"`)
    t.true(problem?.includes(`a contrast of ${ratio} with white`), problem)
  }
})

test('colours that can be read are accepted', async (t) => {
  t.deepEqual(await problemsOf(t, 'color: "#0f62fe", color_dark: "#78a9ff"'), [])
})

test('a colour without contrast is rejected with its ratio', async (t) => {
  t.deepEqual(await problemsOf(t, 'color: "#ffb000", color_dark: "#00249c"'), [
    'portal.brand.color has a contrast of 1.8 with white, found "#ffb000": links and buttons need at least 4.5 - choose a darker colour',
    'portal.brand.color_dark has a contrast of 1.5 with #161616, found "#00249c": links and buttons need at least 4.5 - choose a lighter colour',
  ])
})

for (const brand of [
  'color: red',
  'logo: ../other/logo.svg',
  'logo: /etc/logo.svg',
  'logo: logo.html',
  'links: [{ title: Bad, url: "javascript:alert(1)" }]',
  'support_email: "a@b>c"',
]) {
  test(`${brand} is rejected`, async (t) => t.is((await problemsOf(t, brand)).length, 1))
}

test('the folders of guides and of the brand cause no warning', async (t) => {
  const folder = await folderWith(t, {
    ...valid,
    ...portalFiles('owners: [owner]'),
    'catalogs/sandbox/guides/start.md': '# Start\n',
    'catalogs/sandbox/brand/logo.svg': '<svg/>',
    'catalogs/sandbox/other/logo.svg': '<svg/>',
  })
  const load = openDocumentLoader({ configFolder: folder, environment: { SLUICE_DATA: folder } }, gatewayParts, {
    sandbox: true,
  })
  const ignored = (await load()).problems.filter(({ message }) => message.includes('is not read'))
  t.deepEqual(
    ignored.map(({ file }) => file),
    ['catalogs/sandbox/other'],
  )
})
