/** Documents an operation: its security, parameters, body and responses. */
import { Table, TableBody, TableCell, TableRow } from '@carbon/react'
import type { ReactNode } from 'react'

import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { DescriptionText } from '../text/description-text.tsx'
import { BodyContents } from './body-contents.tsx'
import { describeRequirement } from './describe-requirement.ts'
import type { OperationProps } from './operation-props.ts'
import { SchemaTable } from './schema-table.tsx'

export function OperationReference({ api, operation }: OperationProps) {
  const { parameters, body, responses, security } = operation
  return (
    <>
      <Part title="Security">
        {security.length === 0 ? (
          <p>None: the operation is open to everyone.</p>
        ) : (
          <ul className="links">
            {security.map((requirement, index) => (
              <li key={describeRequirement(requirement)}>
                {index > 0 && 'or '}
                {describeRequirement(requirement)}
              </li>
            ))}
          </ul>
        )}
      </Part>
      {parameters.length > 0 && (
        <Part title="Parameters">
          <ScrollRegion label="Table of parameters">
            <Table size="md" aria-label="Parameters">
              <TableHeaderRow titles={['Name', 'In', 'Type', 'Description']} />
              <TableBody>
                {parameters.map(({ name, in: place, required, description, schema }) => (
                  <TableRow key={`${place} ${name}`}>
                    <TableCell>
                      <code className="schema__name">{name}</code>
                      {required && <span className="schema__required">required</span>}
                    </TableCell>
                    <TableCell>{place}</TableCell>
                    <TableCell>
                      {schema !== undefined && <SchemaTable index={schema} schemas={api.schemas} />}
                    </TableCell>
                    <TableCell>{description}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </ScrollRegion>
        </Part>
      )}
      {body && (
        <Part title={body.required ? 'Body' : 'Body (optional)'}>
          <DescriptionText text={body.description} />
          <BodyContents contents={body.content} schemas={api.schemas} label="Body" />
        </Part>
      )}
      <Part title="Responses">
        {responses.map(({ status, description, content }) => (
          <section key={status} className="answer-form" aria-label={`Response ${status}`}>
            <h4 className="answer-form__status">{status}</h4>
            <DescriptionText text={description} />
            <BodyContents contents={content} schemas={api.schemas} label={`Response ${status}`} />
          </section>
        ))}
        {responses.length === 0 && <p>The document of the API describes no responses.</p>}
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="group" aria-label={title}>
      <h3 className="group__title">{title}</h3>
      {children}
    </section>
  )
}
