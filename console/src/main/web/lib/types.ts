/** The types of the API, which are made from its description. */
export type * from "../../../../../clients/javascript-client/src/api";
