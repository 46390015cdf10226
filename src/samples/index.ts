/**
 * What the sandbox needs around the product: an API worth protecting, and somebody who knows its users.
 */
export { startAuthentication } from './authentication.ts'
export { startCustomers } from './customers/start.ts'
