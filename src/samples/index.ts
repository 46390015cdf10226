/** The servers that the sandbox adds to the product: the customer API and the authentication URL. */
export { startAuthenticationUrl } from './authentication-url.ts'
export { startCustomerApi } from './customers/customer-api.ts'
