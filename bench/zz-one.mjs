import { call, newInstance } from './growth/instance.mjs';
const instance = newInstance('3992', '/tmp/tdata');
try {
  await instance.start();
  const make = (n) => call(instance, 'POST', '/projects', { path: `a${n}-${Date.now()}`, initialize_with_readme: true });
  for (let i=0;i<30;i++) await make(i);
  await new Promise(r=>setTimeout(r,3000));
  console.error('MARK');
  const t=performance.now(); await make('x'); console.error('TOOK', performance.now()-t);
  await new Promise(r=>setTimeout(r,1000));
  const all=[]; for (let i=0;i<60;i++){const t=performance.now(); await make(i); all.push(performance.now()-t);} all.sort((a,b)=>a-b); console.error('MEDIAN', all[30]);
} finally { await instance.stop(); instance.remove(); }
