/** The servers that the sandbox adds to the product, the customer API and the authentication URL, and mocks of APIs. */
export { startAuthenticationUrl } from './authentication-url.ts'
export { startCustomerApi } from './customers/customer-api.ts'
export { type MockOperations, startMockApi } from './mock-api.ts'
