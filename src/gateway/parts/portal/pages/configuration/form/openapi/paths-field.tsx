/** The paths of an API, with the operations of each and the parameters that they share. */
import { useState } from 'react'
import { isJsonObject } from '../../../../../../../shared/lib/collections/json-object.ts'
import type { JsonSchema } from '../../../../../../../shared/lib/json-schema/json-schema.ts'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import { MethodTag } from '../../../text/method-tag.tsx'
import { buildFieldId, readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { AddChoice, RemoveButton } from '../fields/list-entries.tsx'
import { AddName, MapEntryHead } from '../fields/map-field.tsx'
import { FieldGroup } from '../fields/member-fields.tsx'
import { Unfolding } from '../fields/unfolding.tsx'
import { type FieldProps, useForm } from '../model/form-context.ts'
import { buildNewOperation } from './openapi-edits.ts'
import shapes from './operation-shapes.json' with { type: 'json' }

export function PathsField({ path, title }: FieldProps) {
  const model = useForm()
  const templates = Object.keys((readPath(model.value, path) as object | undefined) ?? {}).filter((name) =>
    name.startsWith('/'),
  )

  return (
    <FieldGroup showsInner path={path} title={title}>
      <ul className="entries">
        {templates.map((template) => (
          <li key={template} className="entry">
            <MapEntryHead
              path={[...path, template]}
              label={t('Path')}
              rename={(next) => {
                if (checkTemplate(next) === undefined && !templates.includes(next))
                  model.edit([{ do: 'rename', path: [...path, template], name: next }])
              }}
            />
            <PathOperations path={[...path, template]} />
          </li>
        ))}
      </ul>
      <AddName
        id={buildFieldId([...path, '+'])}
        label={t('New path')}
        action={t('Add the path')}
        names={templates}
        check={checkTemplate}
        add={(template) => model.edit([{ do: 'set', path: [...path, template], value: {} }])}
      />
    </FieldGroup>
  )
}

function checkTemplate(template: string): string | undefined {
  if (!template.startsWith('/')) return t('A path begins with /, such as {example}.', { example: '/customers/{id}' })
  return /[\s?#]/.test(template) ? t('A path has no blank, ? or #.') : undefined
}

/** The operations of one path. */
function PathOperations({ path }: { path: ValuePath }) {
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
            path={[...path, method]}
            summary={<OperationTitle method={method} operation={pathItem[method]} />}
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
        path={shared}
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

/** The method in its colour, with the summary of the operation or its id. */
function OperationTitle({ method, operation }: { method: string; operation: unknown }) {
  const { summary, operationId } = (operation ?? {}) as { summary?: unknown; operationId?: unknown }
  return (
    <>
      <MethodTag method={method.toUpperCase()} /> {String(summary ?? operationId ?? '')}
    </>
  )
}

/** Returns the shapes of the operations and of the shared parameters of a path, with the members that most APIs use. */
function findOperationSchemas(document: unknown): { operation: JsonSchema; parameters: JsonSchema } {
  // The form chooses a schema by the name of the member `schema`: `schema-choice-field.tsx`.
  return isJsonObject(document) && 'swagger' in document ? shapes.swagger : shapes.openapi
}

/** The methods in the order in which the form offers them. */
const operationMethods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'] as const
