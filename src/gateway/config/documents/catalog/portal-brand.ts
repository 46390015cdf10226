/** Reads the brand of the developer portal, and checks that its colours can be read. */
import { optionalText } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { PortalBrand } from '../../types/index.ts'

const colour = (description: string) =>
  optionalText(description, { pattern: '^#[0-9a-fA-F]{6}$', 'x-words': 'a colour such as #0f62fe' })
const image = (description: string, example: string) =>
  optionalText(description, {
    pattern: '^brand/([\\w-]+[./])*[\\w-]+\\.(svg|png|webp)$',
    'x-words': `the path of an svg, png or webp file in the folder brand of the catalog, such as ${example}`,
  })
const webUrl = (description: string) =>
  Type.String({ format: 'web-address', maxLength: 2000, 'x-words': 'an http or https URL', description })

export const brandSchema = Type.Object(
  {
    name: optionalText('The name in the header. Default: the title of the catalog.', { minLength: 1, maxLength: 100 }),
    logo: image('An svg, png or webp file in the folder brand of the catalog, at most 512 KiB.', 'brand/logo.svg'),
    text: optionalText('Markdown that introduces the catalog on the front page.', { minLength: 1, maxLength: 5000 }),
    picture: image(
      'The picture of the front page: an svg, png or webp file in the folder brand of the catalog, at most 2 MiB.',
      'brand/picture.webp',
    ),
    color: colour('The colour of links and buttons in the light theme, with a contrast of 4.5 to white.'),
    color_dark: colour('The colour of links and buttons in the dark theme, with a contrast of 4.5 to #161616.'),
    support_email: optionalText('The e-mail address at the end of each page.', {
      pattern: '^[^\\s@<>"]+@[^\\s@<>"]+$',
      maxLength: 254,
      'x-words': 'an email address',
    }),
    support_url: Type.Optional(webUrl('The URL of the support at the end of each page.')),
    links: Type.Array(
      Type.Object({ title: Type.String({ minLength: 1, maxLength: 60 }), url: webUrl('The URL of the link.') }),
      { default: [], maxItems: 10, description: 'At most 10 links at the end of each page.' },
    ),
  },
  { default: {} },
)

/** The colours that carry the colour of the brand as a link, and those of the text on its buttons. */
const backgrounds = { color: ['#ffffff', 'white'], color_dark: ['#161616', '#161616'] } as const
/** WCAG 2.2, success criterion 1.4.3. */
const minContrast = 4.5

export function readBrand(
  value: Static<typeof brandSchema>,
  { source, problems }: Pick<DocumentContext, 'source' | 'problems'>,
): PortalBrand {
  for (const member of ['color', 'color_dark'] as const) {
    const found = value[member]
    const [background, name] = backgrounds[member]
    const ratio = found === undefined ? Number.POSITIVE_INFINITY : contrastRatio(found, background)
    if (ratio >= minContrast) continue
    problems.error(
      source.locate(['portal', 'brand', member]),
      `portal.brand.${member} has a contrast of ${ratio.toFixed(1)} with ${name}, found "${found}": links and buttons need at least ${minContrast} - choose a ${member === 'color' ? 'darker' : 'lighter'} colour`,
    )
  }
  return {
    name: value.name,
    logo: value.logo,
    text: value.text,
    picture: value.picture,
    color: value.color,
    colorDark: value.color_dark,
    supportEmail: value.support_email,
    supportUrl: value.support_url,
    links: value.links,
  }
}

/** Computes the contrast ratio of two colours such as `#0f62fe`, from 1 to 21. WCAG 2.2, "contrast ratio". */
function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function relativeLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
