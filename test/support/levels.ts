/** Access levels of members on the wire (contract: conventions §8). */
export const GUEST = 10;
export const REPORTER = 20;
export const DEVELOPER = 30;
export const MAINTAINER = 40;
