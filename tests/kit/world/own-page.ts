// How a browser sends a cookie from a page of the product itself: it says that the page is of the same origin (R121).

export const fromOwnPage = (cookie = '') => ({ cookie, 'sec-fetch-site': 'same-origin' })
