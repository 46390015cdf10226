/** Schemas of the responses about the catalogue. */
import type {
  ApiSummary,
  GuideSummary,
  GuideView,
  LimitView,
  PlanView,
  ProductView,
  ProviderView,
} from '../../rest/catalogue.ts'
import { flag, list, number, object, refer, text, view } from './schema-parts.ts'

/** The members of the limit of a plan, which `LimitUsage` extends. */
export const limitMembers = {
  name: text,
  kind: { enum: ['rate', 'burst'] },
  calls: { type: ['number', 'null'], description: 'The number of calls; null if unlimited.' },
  intervalSeconds: number,
  hard: {
    ...flag,
    description: 'Whether the gateway rejects calls above the limit; otherwise it only counts them.',
  },
  part: {
    ...text,
    description:
      'What the limit applies to: an API as `name:version`, an API and an operation separated by a blank, or the whole plan if empty.',
  },
  words: { ...text, description: 'The limit as text: `100 calls per hour, counted only`.' },
}

/** The members of every search result. */
const resultMembers = {
  title: text,
  text: {
    ...text,
    description: 'The beginning of the description; of an operation, the title of its API.',
  },
}

export const catalogueViews = {
  ProductView: view<ProductView>(
    {
      name: text,
      version: text,
      title: text,
      deprecated: {
        ...flag,
        description: 'Subscribed applications keep their plans; new subscriptions are rejected.',
      },
      plans: list(refer('PlanView')),
      apis: list(refer('ApiSummary')),
    },
    { description: text, deprecation: refer('ApiDeprecation') },
  ),
  PlanView: view<PlanView>(
    {
      name: text,
      title: text,
      approval: {
        ...flag,
        description: 'Whether a subscription stays pending until an owner of the catalog approves it.',
      },
      limits: list(refer('LimitView')),
      apis: { ...list(text), description: 'The APIs of the plan, as `name:version`.' },
      operations: {
        ...list(object({ api: text, operations: list(text) })),
        description:
          'The only allowed operations of an API, such as `GET /customers`. All operations of an API that is not listed here are allowed.',
      },
    },
    {
      description: text,
      tokens: {
        ...text,
        description:
          'The limits on tokens of its applications, as text; absent when the settings of the provider apply.',
      },
    },
  ),
  LimitView: view<LimitView>(limitMembers),
  ApiSummary: view<ApiSummary>(
    {
      reference: { ...text, description: 'The API as `name:version`.' },
      name: text,
      version: text,
      title: text,
    },
    { deprecation: { ...refer('ApiDeprecation'), description: 'Present when the API is deprecated.' } },
  ),
  GuideSummary: view<GuideSummary>({ name: text, title: text }),
  GuideView: view<GuideView>({ text: { ...text, description: 'Markdown.' }, name: text, title: text }),
  ProviderView: view<ProviderView>(
    {
      name: text,
      title: text,
      tokenPath: { ...text, description: 'The URL path on this origin, so that the page can call it.' },
      tokenUrl: text,
      grants: list({ enum: ['password', 'application', 'access_code', 'refresh_token'] }),
      clientTypes: list({ enum: ['confidential', 'public'] }),
      scopes: list(object({ name: text, description: text })),
      defaultScopes: list(text),
      pkce: object({ enabled: flag, required: flag }),
    },
    {
      authorizeUrl: {
        ...text,
        description:
          'The absolute URL of the authorization endpoint; absent unless `access_code` is among the grants.',
      },
    },
  ),
  SearchResultView: {
    anyOf: [
      object({
        ...resultMembers,
        kind: { const: 'product' },
        product: text,
      }),
      object({
        ...resultMembers,
        kind: { const: 'guide' },
        guide: text,
      }),
      object({
        ...resultMembers,
        kind: { const: 'api' },
        api: text,
      }),
      object({
        ...resultMembers,
        kind: { const: 'operation' },
        api: text,
        operation: text,
        method: text,
        path: text,
      }),
    ],
  },
}
