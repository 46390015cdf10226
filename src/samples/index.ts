/**
 * What the sandbox needs around the product: an API worth protecting, and somebody who knows its users.
 */
export { startAuthenticationUrl } from './authentication-url.ts'
export { startCustomerApi } from './customers/customer-api.ts'
