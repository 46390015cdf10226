/** The operations of one path, and the parameters that they share. */
import { type ReactNode, useState } from 'react'
import type { JsonSchema } from '../../../../../lib/json-schema/json-schema.ts'
import { t } from '../../../../../ui/text/t.ts'
import { buildFieldId, readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { AddChoice, RemoveButton } from '../fields/entry-actions.tsx'
import { useForm } from '../model/form-context.ts'
import { buildNewOperation } from './openapi-edits.ts'

export function PathOperations({ path }: { path: ValuePath }) {
  const model = useForm()
  const template = String(path.at(-1))
  const pathItem = (readPath(model.value, path) ?? {}) as Readonly<Record<string, unknown>>
  const present = operationMethods.filter((method) => method in pathItem)
  const absent = operationMethods.filter((method) => !(method in pathItem))
  const [chosen, setChosen] = useState<string>()
  const added = absent.find((method) => method === chosen) ?? absent[0]
  const { operation, parameters } = findOperationSchemas(model.value)
  const shared = [...path, 'parameters']

  return (
    <>
      {present.map((method) => (
        <div key={method} className="entry__head">
          <Unfolding
            summary={describeOperation(method, pathItem[method])}
            render={() => (
              <model.Field
                path={[...path, method]}
                schema={operation}
                isRequired={false}
                floor={path.length + 1}
                title={`${method.toUpperCase()} ${template}`}
              />
            )}
          />
          <span className="entry__actions">
            <RemoveButton
              name={`${method.toUpperCase()} ${template}`}
              remove={() => model.edit([{ do: 'remove', path: [...path, method] }])}
            />
          </span>
        </div>
      ))}
      <Unfolding
        summary={t('Parameters of every operation of {template}', { template })}
        render={() => (
          <model.Field
            path={shared}
            schema={parameters}
            isRequired={false}
            floor={path.length}
            title={t('Parameters of {template}', { template })}
          />
        )}
      />
      {added && (
        <AddChoice
          id={`${buildFieldId(path)}-method`}
          label={t('Method to add to {template}', { template })}
          choices={absent.map((method) => [method, method.toUpperCase()])}
          chosen={added}
          choose={setChosen}
          action={t('Add {method} {template}', { method: added.toUpperCase(), template })}
          add={() => {
            const value = buildNewOperation(template, pathItem, model.value)
            model.edit([{ do: 'set', path: [...path, added], value }])
          }}
        />
      )}
    </>
  )
}

/** Returns the method with what identifies the operation: `GET getCustomer`. */
function describeOperation(method: string, operation: unknown): string {
  const { summary, operationId } = (operation ?? {}) as { summary?: unknown; operationId?: unknown }
  return [method.toUpperCase(), summary ?? operationId ?? ''].join(' ').trim()
}

export interface UnfoldingProps {
  summary: ReactNode
  /** Returns what is inside. */
  render(): ReactNode
}

export function Unfolding({ summary, render }: UnfoldingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="entry__details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && render()}
    </details>
  )
}

// The shape of an operation as its form shows it: the members of Swagger 2.0 and OpenAPI 3 that most APIs use.

const text: JsonSchema = { type: 'string' }
const texts: JsonSchema = { type: 'array', items: text }
const flag: JsonSchema = { type: 'boolean', default: false }
/** The form chooses a schema by the name of this member: `schema-choice-field.tsx`. */
const schema: JsonSchema = { type: 'object' }
const plainType: JsonSchema = { enum: ['string', 'integer', 'number', 'boolean', 'array', 'file'] }
const statuses = '^(default|[1-5](\\d\\d|XX))$'
const mediaTypes = '^[^\\s/]+/[^\\s/]+$'

const heading = { summary: text, description: text, operationId: text, tags: texts, deprecated: flag }
const referenceTo: JsonSchema = { type: 'object', required: ['$ref'], properties: { $ref: text } }

function object(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required }
}

function mapOf(pattern: string, entry: JsonSchema): JsonSchema {
  return { type: 'object', patternProperties: { [pattern]: entry } }
}

function parametersIn(places: readonly string[], more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const parameter = { name: text, in: { enum: places }, description: text, required: flag, ...more, schema }
  return { type: 'array', items: { anyOf: [referenceTo, object(parameter, ['name', 'in'])] } }
}

const parameters2 = parametersIn(['query', 'path', 'header', 'formData', 'body'], { type: plainType, format: text })
const parameters3 = parametersIn(['query', 'path', 'header', 'cookie'])

const operation2 = object({
  ...heading,
  consumes: texts,
  produces: texts,
  parameters: parameters2,
  responses: mapOf(statuses, { anyOf: [referenceTo, object({ description: text, schema }, ['description'])] }),
})

const content = mapOf(mediaTypes, object({ schema }))

const operation3 = object({
  ...heading,
  parameters: parameters3,
  requestBody: { anyOf: [referenceTo, object({ description: text, required: flag, content }, ['content'])] },
  responses: mapOf(statuses, { anyOf: [referenceTo, object({ description: text, content }, ['description'])] }),
})

/** Returns the shapes of the operations and of the shared parameters of a path. */
function findOperationSchemas(document: unknown): { operation: JsonSchema; parameters: JsonSchema } {
  const isSwagger = typeof document === 'object' && document !== null && 'swagger' in document
  return isSwagger
    ? { operation: operation2, parameters: parameters2 }
    : { operation: operation3, parameters: parameters3 }
}

/** The methods in the order in which the form offers them. */
const operationMethods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'] as const
