/** Calls any operation: the API and the operation are chosen here. */
import { Layer, Select, SelectItem, SelectItemGroup, Tile } from '@carbon/react'

import { Problem } from '../../../ui/feedback/problem.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { Waiting } from '../../../ui/feedback/waiting.tsx'
import { go } from '../../../ui/routing/use-hash.ts'
import { Head } from '../../../ui/shell/head.tsx'
import { ask } from '../api/client.ts'
import { toTry } from '../routing/route.ts'
import TryPanel from './try-panel.tsx'

export interface TryPageProps {
  reference: string | undefined
  operation: string | undefined
}

export default function TryPage({ reference, operation }: TryPageProps) {
  const {
    value: products,
    problem,
    reload,
  } = useResource('products', (signal) => ask('GET /products', {}, { signal }))
  const chosen = reference ?? products?.[0]?.apis[0]?.reference

  return (
    <>
      <Head title="Try it" />
      {problem && <Problem text={problem} again={reload} />}
      {!products && !problem && <Waiting />}
      {products && (
        <div className="fields">
          <Select
            id="try-api"
            labelText="API"
            value={chosen ?? ''}
            onChange={(event) => go(toTry(event.target.value))}
          >
            {products.map(({ name, title, apis }) => (
              <SelectItemGroup key={name} label={title}>
                {apis.map((api) => (
                  <SelectItem
                    key={api.reference}
                    value={api.reference}
                    text={`${api.title} ${api.version}`}
                  />
                ))}
              </SelectItemGroup>
            ))}
          </Select>
        </div>
      )}
      {products && chosen === undefined && <p>Nothing is published here yet.</p>}
      {chosen !== undefined && <TryApi key={chosen} reference={chosen} wanted={operation} />}
    </>
  )
}

function TryApi({ reference, wanted }: { reference: string; wanted: string | undefined }) {
  const {
    value: api,
    problem,
    reload,
  } = useResource(reference, (signal) => ask('GET /apis/:api', { api: reference }, { signal }))
  const operation = api?.operations.find(({ id }) => id === wanted) ?? api?.operations[0]

  if (problem) return <Problem text={problem} again={reload} />
  if (!api) return <Waiting />
  if (!operation) return <p>The API has no operations.</p>
  return (
    <>
      <div className="fields try__operation">
        <Select
          id="try-operation"
          labelText="Operation"
          value={operation.id}
          onChange={(event) => go(toTry(reference, event.target.value))}
        >
          {api.operations.map(({ id, method, path }) => (
            <SelectItem key={id} value={id} text={`${method} ${path}`} />
          ))}
        </Select>
      </div>
      <h2 className="api__title try__title">
        {operation.method} {operation.path}
      </h2>
      <Tile>
        <Layer>
          <TryPanel key={operation.id} api={api} operation={operation} />
        </Layer>
      </Tile>
    </>
  )
}
