#include <stdio.h>
#include <fcntl.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <error.h>
#include <string.h>
int main(){
  long x=5; int y=7; unsigned z=3;
  long a=__sync_fetch_and_add(&x,3); int b=__sync_val_compare_and_swap(&y,7,9); unsigned c=__sync_or_and_fetch(&z,4u);
  printf("%ld %ld %d %d %u %u %d\n",a,x,b,y,c,z,__sync_bool_compare_and_swap(&y,1,2));
  int f=open("files.tmp",O_CREAT|O_WRONLY|O_TRUNC,0644); write(f,"hello\n",6); close(f);
  f=open("files.tmp",O_RDONLY); char t[10]={0}; int n=read(f,t,9); struct stat s; fstat(f,&s); printf("%d %s %ld\n",n,t,(long)s.st_size); lseek(f,1,SEEK_SET); n=read(f,t,2); t[n]=0; printf("%s\n",t); close(f);
  printf("%d\n",open("/nonexistent",O_RDONLY));
  char *p=mmap(0,10000,PROT_READ|PROT_WRITE,MAP_PRIVATE|MAP_ANON,-1,0); p[9999]=3; printf("%d %d %ld\n",p[0],p[9999],(long)p%4096); munmap(p,10000);
  remove("files.tmp"); error(3, 0, "bad %d", 5);
}
