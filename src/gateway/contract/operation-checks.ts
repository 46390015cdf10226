/** The checks of an operation: its parameters, the body of a request, and the body of a response by status. */
import type { ApiContract, OperationContract } from '../../config/types/index.ts'
import type { Call } from '../call/call.ts'
import { type BodyCheck, buildBodyCheck } from './body.ts'
import type { ContractViolation } from './contract-violation.ts'
import { buildParameterCheck } from './parameters.ts'
import type { FindSchemaCheck } from './schema-checks.ts'

export interface OperationChecks {
  /** Checks the parameters of a call; undefined when they are not checked. */
  parameters: ((call: Call) => ContractViolation | undefined) | undefined
  /** Checks the body of a request; undefined when the contract has none. */
  body: BodyCheck | undefined
  /** Returns the check of the body of a response; undefined when the contract does not mention the status. */
  response(status: number): BodyCheck | undefined
}

/**
 * Returns the checks of all operations by `METHOD /path`. Throws a `DocumentError` for a schema that is not valid.
 */
export function buildOperationChecks(
  { operations }: ApiContract,
  checks: FindSchemaCheck,
  withParameters: boolean,
): ReadonlyMap<string, OperationChecks> {
  return new Map([...operations].map(([key, contract]) => [key, buildChecks(contract, checks, withParameters)]))
}

function buildChecks(contract: OperationContract, checks: FindSchemaCheck, withParameters: boolean): OperationChecks {
  const { body, location } = contract
  const responses = new Map(
    [...contract.responses].map(([status, each]) => [status, buildBodyCheck(each, checks, location)]),
  )
  return {
    parameters: withParameters && contract.parameters.length > 0 ? buildParameterCheck(contract, checks) : undefined,
    body: body && buildBodyCheck(body, checks, location),
    response: (status) =>
      responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`) ?? responses.get('DEFAULT'),
  }
}
