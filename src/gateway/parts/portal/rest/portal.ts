/** The portal itself: its settings, its brand and its OpenAPI document. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources } from '../../../../shared/rest/resource.ts'
import { flag, list, number, text, view } from '../../../../shared/rest/shapes.ts'

export type BrandView = Static<typeof BrandView>
export const BrandView = view('BrandView', {
  name: text(),
  hasLogo: flag('Whether `GET /brand/logo` returns one.'),
  hasPicture: flag('Whether `GET /brand/picture` returns one.'),
  text: Type.Optional(text('The introduction on the front page, in Markdown.')),
  color: Type.Optional(text('The colour of links and buttons in the light theme, `#0f62fe`; absent for the default.')),
  colorDark: Type.Optional(text('The colour of links and buttons in the dark theme.')),
  supportEmail: Type.Optional(text()),
  supportUrl: Type.Optional(text()),
  links: list(Type.Object({ title: text(), url: text() })),
})

export type PortalView = Static<typeof PortalView>
export const PortalView = view('PortalView', {
  org: text(),
  catalog: text(),
  title: text(),
  prefix: text('The URL path of the page, such as `/acme/sandbox/portal`.'),
  origin: text('The origin under which the client reaches the portal, for URLs to copy.'),
  callback: text('The redirect URI that Try it uses for the authorization code grant.'),
  isPublic: flag('Whether the catalogue can be read without a session.'),
  hasGuides: flag('Whether the catalog has guides.'),
  brand: BrandView,
  sendsMail: flag('Whether the portal sends e-mails: verification of addresses, and links to reset a password.'),
  provider: Type.Optional(
    text('The title of the provider at which users sign in; absent when all have a password here.'),
  ),
  hasPasswords: flag('Whether users can have a password here.'),
  selfSignup: flag('Whether visitors can create an account.'),
  maxSecretDays: number('The longest life of a client secret in days; 0 for no limit.'),
})

export const portalResources = declareResources('portal', {
  'GET /portal': { id: 'showPortal', summary: 'Show the portal', response: PortalView },
  'GET /brand/logo': {
    id: 'showLogo',
    summary: 'Show the logo of the brand',
    file: { 'image/*': { type: 'string', contentEncoding: 'binary' } },
  },
  'GET /brand/picture': {
    id: 'showPicture',
    summary: 'Show the picture of the front page',
    file: { 'image/*': { type: 'string', contentEncoding: 'binary' } },
  },
  'GET /openapi.json': {
    id: 'showOpenApi',
    summary: 'Show this document',
    file: { 'application/json': { type: 'object' } },
  },
})
