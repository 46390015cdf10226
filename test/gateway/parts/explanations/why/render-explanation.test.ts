import test from 'ava'
import { renderExplanation } from '../../../../../src/gateway/parts/explanations/why/render-explanation.ts'

test('prints the checks in order with the location that decided', (t) => {
  const text = renderExplanation({
    requestId: 'abc-1',
    at: 0,
    method: 'GET',
    path: '/acme/sandbox/x',
    status: 403,
    reason: 'scope_insufficient',
    checks: [
      { check: 'the request is well-formed', outcome: 'passed', seen: 'GET /acme/sandbox/x', wanted: 'x' },
      { check: 'the token has the scopes', outcome: 'failed', seen: 'a', wanted: 'b', place: 'apis/x.yaml:3' },
      { check: 'the plan has calls left', outcome: 'not reached', wanted: '1 per 1 s' },
    ],
  })
  t.is(
    text,
    `GET /acme/sandbox/x was answered 403: scope_insufficient
call abc-1, 1970-01-01T00:00:00.000Z

ok  the request is well-formed: GET /acme/sandbox/x
NO  the token has the scopes
      seen        a
      wanted      b
      decided at  apis/x.yaml:3
--  the plan has calls left
`,
  )
})
