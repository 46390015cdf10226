/** Schemas of the responses about one API of the catalogue. */

import type {
  ApiDeprecation,
  BodyDescription,
  ContentDescription,
  NamedSchema,
  ParameterDescription,
  ResponseDescription,
} from '../../../config/types/index.ts'
import type { ApiView, ExampleView, OperationView, RequirementView } from '../../rest/catalogue.ts'
import { flag, list, number, object, refer, text, view } from './schema-parts.ts'

export const apiViews = {
  ApiView: view<ApiView>(
    {
      basePath: {
        ...text,
        description: 'The URL path from the root of the gateway, such as `/acme/sandbox/customerdb/v1`.',
      },
      server: { ...text, description: 'The absolute URL of the base path, as the client reaches it.' },
      enforced: { ...flag, description: 'False for an API that is documented here and served elsewhere.' },
      offline: {
        ...flag,
        description:
          'Whether the operator has taken the API offline; the gateway then responds to every call with 503.',
      },
      operations: list(refer('OperationView')),
      schemas: {
        ...list(refer('NamedSchema')),
        description:
          'Schemas in JSON Schema 2020-12. The reference `#/$defs/3` means the fourth schema of this list.',
      },
      plans: {
        ...list(object({ product: text, plan: text })),
        description: 'The plans that include the API.',
      },
      reference: { ...text, description: 'The API as `name:version`.' },
      name: text,
      version: text,
      title: text,
    },
    {
      description: text,
      deprecation: { ...refer('ApiDeprecation'), description: 'Present when the API is deprecated.' },
    },
  ),
  OperationView: view<OperationView>(
    {
      id: text,
      method: text,
      path: { ...text, description: 'The path below the base path, such as `/customers/{customerId}`.' },
      security: {
        ...list(refer('RequirementView')),
        description:
          'The alternative security requirements, of which one must be met; empty for an operation without security.',
      },
      examples: { ...list(refer('ExampleView')), description: 'Example calls with the URL of this gateway.' },
      tags: list(text),
      deprecated: flag,
      parameters: list(refer('ParameterDescription')),
      responses: list(refer('ResponseDescription')),
    },
    { summary: text, description: text, body: refer('BodyDescription') },
  ),
  RequirementView: view<RequirementView>({
    all: list(
      object(
        {
          definition: {
            ...text,
            description: 'The key of the security definition in the document of the API.',
          },
          type: { enum: ['oauth2', 'apiKey', 'basic'] },
          scopes: list(text),
        },
        {
          provider: {
            ...text,
            description:
              'For `oauth2`: the name of the provider. `GET /providers` lists it if it is a native one.',
          },
          key: {
            ...object({
              in: { enum: ['header', 'query'] },
              name: text,
              is: { enum: ['client id', 'client secret'] },
            }),
            description:
              'For `apiKey`: where the key is sent, and whether it is the client id or the client secret.',
          },
        },
      ),
    ),
  }),
  ExampleView: view<ExampleView>({ language: { enum: ['curl', 'javascript', 'python'] }, text: text }),
  ApiDeprecation: view<ApiDeprecation>(
    {},
    {
      since: {
        ...text,
        description:
          'The days in UTC, `2027-06-30`, since when the API is deprecated and when it will be turned off.',
      },
      sunset: text,
      link: { ...text, description: 'The URL of a page about the replacement.' },
      text: { ...text, description: 'Markdown.' },
    },
  ),
  ParameterDescription: view<ParameterDescription>(
    {
      name: text,
      in: { enum: ['header', 'query', 'path', 'cookie'] },
      required: flag,
      example: { ...text, description: 'An example value as it is sent.' },
    },
    { description: text, schema: { ...number, description: 'The index of the schema in `schemas`.' } },
  ),
  BodyDescription: view<BodyDescription>(
    { required: flag, content: list(refer('ContentDescription')) },
    { description: text },
  ),
  ContentDescription: view<ContentDescription>(
    { type: { ...text, description: 'The media type, `application/json`.' } },
    {
      schema: { ...number, description: 'The index of the schema in `schemas`.' },
      example: { ...text, description: 'An example body as text.' },
    },
  ),
  ResponseDescription: view<ResponseDescription>(
    {
      status: { ...text, description: 'The status code, a range or the default: `200`, `2XX`, `default`.' },
      content: list(refer('ContentDescription')),
    },
    { description: text },
  ),
  NamedSchema: view<NamedSchema>(
    { schema: {} },
    { name: { ...text, description: 'The name of the schema in the document, if it has one.' } },
  ),
}
