/** The maximum number of interim responses to one request. More of them would only keep this process busy. */
export const maxInterimResponses = 32
