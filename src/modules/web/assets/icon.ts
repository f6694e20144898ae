/** A hull on its slipway. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#0b5cad"/>
<path d="M5 12h20l2-3v6c0 4-3 7-7 7h-6c-5 0-8-4-9-10z" fill="#fff"/>
<path d="M4 26l24-5" stroke="#9fd0ff" stroke-width="2.4" stroke-linecap="round"/>
</svg>
`;
