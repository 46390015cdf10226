/** Products of the catalogue, with their plans and limits. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { flag, list, number, orNull, text, view } from '../../../../shared/rest/shapes.ts'

export type ApiDeprecation = Static<typeof ApiDeprecation>
export const ApiDeprecation = view(
  'ApiDeprecation',
  {
    since: Type.Optional(text('The day in UTC, `2027-06-30`, since when the API is deprecated.')),
    sunset: Type.Optional(text('The day in UTC on which it will be turned off.')),
    link: Type.Optional(text('The URL of a page about the replacement.')),
    text: Type.Optional(text('Markdown.')),
  },
  'The notice that an API or a product will be turned off; present when it is deprecated.',
)

export const limitMembers = {
  name: text(),
  kind: Type.Enum(['rate', 'burst', 'message', 'byte']),
  calls: orNull(Type.Number(), 'The number of calls; null if unlimited.'),
  intervalSeconds: number(),
  hard: flag('Whether the gateway rejects calls above the limit; otherwise it only counts them.'),
  part: text(
    'What the limit applies to: an API as `name:version`, an API and an operation separated by a blank, or the whole plan if empty.',
  ),
  words: text('The limit as text: `100 calls per hour, counted only`.'),
}

export type LimitView = Static<typeof LimitView>
export const LimitView = view('LimitView', limitMembers)

export type PlanView = Static<typeof PlanView>
export const PlanView = view('PlanView', {
  name: text(),
  title: text(),
  description: Type.Optional(text()),
  price: Type.Optional(text('The price, as its publisher writes it: `49 € per month`.')),
  approval: flag('Whether a subscription stays pending until an owner of the catalog approves it.'),
  limits: list(LimitView),
  tokens: Type.Optional(
    text('The limits on tokens of its applications, as text; absent when the settings of the provider apply.'),
  ),
  apis: list(text(), 'The APIs of the plan, as `name:version`.'),
  operations: list(
    Type.Object({ api: text(), operations: list(text()) }),
    'The only allowed operations of an API, such as `GET /customers`. All operations of an API that is not listed here are allowed.',
  ),
})

export const apiSummaryMembers = {
  reference: text('The API as `name:version`.'),
  name: text(),
  version: text(),
  title: text(),
  deprecation: Type.Optional(ApiDeprecation),
}

export type ApiSummary = Static<typeof ApiSummary>
export const ApiSummary = view('ApiSummary', apiSummaryMembers)

export type ProductView = Static<typeof ProductView>
export const ProductView = view('ProductView', {
  name: text(),
  version: text(),
  title: text(),
  description: Type.Optional(text()),
  hasIcon: flag('Whether `GET /products/{product}/icon` returns one.'),
  deprecated: flag('Subscribed applications keep their plans; new subscriptions are rejected.'),
  deprecation: Type.Optional(ApiDeprecation),
  plans: list(PlanView),
  apis: list(ApiSummary),
})
