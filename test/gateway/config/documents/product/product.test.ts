import test from 'ava'
import { changed, load, loadValid, problemsOf } from '../../_support/folder.ts'

const withIcon = (icon: string) =>
  changed('catalogs/sandbox/products/shop.yaml', 'info: { ', `info: { icon: "${icon}", `)
const file = 'catalogs/sandbox/products/icons/shop.svg'

test('a product has an icon: a file beside it or a data URL', async (t) => {
  for (const icon of ['data:image/png;base64,iVBORw0KGgo=', 'icons/shop.svg']) {
    const config = await loadValid(t, { ...withIcon(icon), [file]: '<svg/>' })
    t.is(config.catalogs[0]?.products[0]?.icon, icon)
  }
})

for (const [title, files, expected] of [
  ['a missing file', {}, /icon names a file that does not exist: icons\/shop.svg/],
  [
    'a file that is too large',
    { [file]: 'x'.repeat(65_537) },
    /icon names a file of 65537 bytes; at most 65536 are shown/,
  ],
] as const) {
  test(`the icon of a product warns of ${title}`, async (t) => {
    const { problems } = await load(t, { ...withIcon('icons/shop.svg'), ...files })
    t.regex(problems.map(({ message }) => message).join('\n'), expected)
  })
}

for (const icon of ['https://example.com/a.svg', '../../a.svg', '/etc/a.svg', 'a.html', 'data:text/html;base64,PGI+'])
  test(`refuses the icon ${icon}`, async (t) => {
    const [problem] = await problemsOf(t, withIcon(icon))
    t.regex(problem ?? '', /info\.icon must be the path of an svg, png or webp file .*or a data URL/)
  })

test('refuses a data URL above 64 KiB', async (t) => {
  t.is((await problemsOf(t, withIcon(`data:image/png;base64,${'A'.repeat(90_000)}`))).length, 1)
})
